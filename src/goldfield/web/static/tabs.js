// The tabs of one browser agree on one that leads and tell each other things. No Web Locks: plain
// http has none, and a tab that was frozen would keep its lock. Whoever hears nothing of the leader
// although it asked takes the lead; of two leaders the one that was made later stays.

const CHANNEL = "goldfield-tabs";
const FIRST = 400; // ms that a new tab waits for the leader's answer
const BEAT = 1000; // ms between two words of the leader, and between two questions if it is silent
const RENEW = 60000; // ms after which a tab asks in any case, so that it is not taken for closed
const MISSED = 3; // questions without an answer after which the leader is given up
const SETTLE = 200; // ms in which tabs that took the lead together find out about each other
const FORGOTTEN = 180000; // ms after which a tab that says nothing is taken for closed

export class Tabs {
  // about: what this tab tells the leader of itself.
  // onLead(), onYield(): this tab leads from now on, or no longer. onTold(matter): the leader says
  // something. onTab(id): a tab came, or asks. answer(about): what the leader tells it then.
  constructor({ about, onLead, onYield, onTold, onTab, answer }) {
    Object.assign(this, { about, onLead, onYield, onTold, onTab, answer });
    this.id = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");
    this.others = new Map(); // id -> {about, heard}
    this.leader = ""; // its id
    this.term = 0; // how often the lead was taken, as far as this tab knows
    this.missed = 0; // questions since the leader's last word
    this.last = 0; // when that was
    this.asked = 0; // when this tab last asked
    this.leads = false;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
    if (!this.channel) return;
    this.channel.addEventListener("message", ({ data }) => this.#hear(data));
    addEventListener("pagehide", () => this.#leave());
    setInterval(() => this.#beat(), BEAT);
  }

  // Only once what is told can be heard.
  begin() {
    if (!this.channel) return this.#take();
    this.ask();
    this.soon = setTimeout(() => { if (!this.leader) this.#take(); }, FIRST);
  }

  // Whether the leader has answered all that was asked so far, but for the last question.
  get hears() { return this.leads || this.missed < 2; }

  // What all tabs watch.
  get abouts() {
    const now = Date.now();
    for (const [id, other] of this.others) if (now - other.heard > FORGOTTEN) this.others.delete(id);
    return [this.about, ...[...this.others.values()].map((other) => other.about)];
  }

  // The leader says that it leads, all others ask whether it is there.
  ask() {
    if (!this.channel || this.left) return;
    if (this.leads) return this.#post({ lead: this.term });
    if (this.missed >= MISSED) return this.#take();
    this.missed += 1;
    this.asked = performance.now();
    this.#post({ ask: this.about });
  }

  #beat() {
    const now = performance.now();
    if (this.leads || now - this.last > 1.5 * BEAT || now - this.asked > RENEW) this.ask();
  }

  // The leader tells all others.
  tell(matter) { this.#post({ lead: this.term, matter }); }

  back() {
    this.left = false;
    this.missed = 0;
    if (this.leader) this.ask();
    else this.begin();
  }

  #post(message) { this.channel?.postMessage({ from: this.id, ...message }); }

  #take() {
    this.term += 1;
    this.leader = this.id;
    this.leads = true;
    this.missed = 0;
    this.#post({ lead: this.term, claim: true });
    clearTimeout(this.soon);
    if (this.channel) this.soon = setTimeout(() => { if (this.leads) this.onLead(); }, SETTLE);
    else this.onLead();
  }

  #leave() {
    this.#post({ gone: true });
    this.left = true;
    clearTimeout(this.soon);
    if (this.leads) this.#yield();
    this.leader = "";
  }

  #yield() {
    this.leads = false;
    this.onYield();
  }

  #hear({ from, lead, ask, gone, claim, matter, to }) {
    if (this.left) return;
    if (lead !== undefined) return this.#follow(from, lead, claim, to === undefined || to === this.id ? matter : undefined);
    if (gone) {
      this.others.delete(from);
      if (from !== this.leader) return;
      this.leader = "";
      // Those who can be seen first: their clocks are not slowed down.
      const wait = document.visibilityState === "visible" ? 0 : 500;
      this.soon = setTimeout(() => { if (!this.leader) this.#take(); }, wait + 200 * Math.random());
      return;
    }
    if (ask === undefined || !this.leads) return;
    this.others.set(from, { about: ask, heard: Date.now() });
    this.onTab(from);
    this.#post({ lead: this.term, to: from, matter: this.answer(ask) });
  }

  #follow(from, term, claim, matter) {
    const better = term > this.term || (term === this.term && from <= this.leader);
    if (!better && this.leader) {
      if (this.leads) this.#post({ lead: this.term });
      return;
    }
    const isNew = this.leader !== from;
    if (this.leads) this.#yield();
    this.term = term;
    this.leader = from;
    this.missed = 0;
    this.last = performance.now();
    clearTimeout(this.soon);
    if (isNew || claim) this.#post({ ask: this.about });
    if (matter) this.onTold(matter);
  }
}
