// One stream of news per browser: tabs elect a leader that listens for all and tells the others.
// Where the stream is blocked each page looks by itself. News are ids and versions, nothing else.

const CHANNEL = "goldfield-live";
const LOOK_EVERY = 3000; // ms between looks while there is no stream
const TRUST = 12000; // ms after which a visible page looks by itself although a stream is open
const jitter = (ms) => ms * (0.7 + 0.6 * Math.random());

export class Live {
  // watch: the id of this page's table. onNews(version): something may have changed.
  // onState("live" | "polling"): how news travel.
  constructor({ url, watch, onNews, onState }) {
    this.url = url;
    this.watch = watch;
    this.onNews = onNews;
    this.onState = onState;
    this.tab = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");
    this.tabs = new Map([[this.tab, watch]]); // what every tab watches, as far as the leader knows
    this.failures = 0; // of the stream, in a row
    this.misses = 0; // news found that no stream had told, in a row
    this.heard = 0;
    this.state = "";
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
    this.channel?.addEventListener("message", (event) => this.#tell(event.data));
    this.channel?.postMessage({ hello: this.tab, watch });
    this.#elect();
    setInterval(() => this.#look(), LOOK_EVERY);
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
    });
    addEventListener("pagehide", (event) => {
      if (!event.persisted) this.channel?.postMessage({ gone: this.tab });
      this.source?.close();
      this.source = null;
    });
  }

  // The page came back from sleep or the network did: nothing heard before counts.
  wake() {
    this.onNews(null);
    this.channel?.postMessage({ hello: this.tab, watch: this.watch });
    if (this.leads && (this.source?.readyState ?? 2) === 2) {
      this.failures = 0;
      this.#open();
    }
  }

  // A page found news that no stream had told: the stream is dead, whatever it says.
  missed() {
    this.misses += 1;
    this.channel?.postMessage({ stale: this.tab });
    // A leader that does not react is frozen or gone; from now on this tab listens by itself.
    if (this.leads || this.misses > 1) {
      this.leads = true;
      this.#open();
    }
  }

  #elect() {
    if (!this.channel || !("EventSource" in window)) {
      this.#lead();
    } else if (navigator.locks) {
      navigator.locks.request(CHANNEL, () => new Promise(() => this.#lead())).catch(() => this.#lead());
    } else {
      // Plain http has no locks: whoever hears no leader for a while becomes one; of two, the
      // lower id stays.
      this.beat = performance.now();
      setInterval(() => {
        if (this.leads) this.channel.postMessage({ leader: this.tab });
        else if (performance.now() - this.beat > jitter(5000)) this.#lead();
      }, 1500);
    }
  }

  #lead() {
    this.leads = true;
    this.channel?.postMessage({ leader: this.tab, who: true });
    this.#open();
  }

  #open() {
    clearTimeout(this.retry);
    this.source?.close();
    if (!("EventSource" in window)) return this.#say("polling");
    const ids = [...new Set(this.tabs.values())].sort();
    this.watching = ids.join(",");
    const source = new EventSource(`${this.url}?watch=${encodeURIComponent(this.watching)}`);
    this.source = source;
    source.addEventListener("change", (event) => {
      this.failures = 0;
      const news = JSON.parse(event.data);
      this.channel?.postMessage({ news });
      this.#hear(news);
    });
    source.addEventListener("open", () => { this.failures = 0; });
    source.addEventListener("bye", () => this.#again(source, 400));
    source.addEventListener("error", () => this.#again(source, 1000));
  }

  #again(source, ms) {
    if (this.source !== source) return;
    source.close();
    this.failures += 1;
    if (this.failures > 1) {
      this.channel?.postMessage({ state: "polling" });
      this.#say("polling");
    }
    this.retry = setTimeout(() => this.#open(), jitter(Math.min(ms * 2 ** (this.failures - 1), 15000)));
  }

  #tell(message) {
    if (message.news) this.#hear(message.news);
    if (message.state) this.#say(message.state);
    if (message.leader && message.leader !== this.tab) {
      this.beat = performance.now();
      if (this.leads && !navigator.locks && message.leader < this.tab) {
        this.leads = false;
        this.source?.close();
        this.source = null;
      }
      if (message.who) this.channel.postMessage({ hello: this.tab, watch: this.watch });
    }
    if (!this.leads) return;
    if (message.hello) {
      this.tabs.set(message.hello, message.watch);
      const ids = [...new Set(this.tabs.values())].sort().join(",");
      if (ids !== this.watching) this.#open();
    }
    if (message.gone) this.tabs.delete(message.gone);
    if (message.stale && performance.now() - (this.reopened ?? -1e9) > 5000) {
      this.reopened = performance.now();
      this.#open();
    }
  }

  #hear(news) {
    this.heard = performance.now();
    this.misses = 0;
    this.#say("live");
    if (news.id === this.watch) this.onNews(news.version);
  }

  #say(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }

  // Without a stream every few seconds; with one now and then, in case it died in silence.
  #look() {
    if (document.visibilityState !== "visible") return;
    const now = performance.now();
    if (this.state === "live" && now - Math.max(this.heard, this.looked ?? 0) < TRUST) return;
    this.looked = now;
    this.onNews(null);
  }
}
