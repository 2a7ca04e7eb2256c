// One stream of news per browser: the tab that leads listens for all and tells the others. Where
// there is no stream, or one that says nothing, each page looks by itself. News are ids and versions,
// nothing else.

import { Tabs } from "./tabs.js";

const FIRST = [3000, 15000]; // ms in which a new stream must have said something, at first and at most
const SILENT = 9000; // ms without a sign of life (there is one every 4 s) after which it is dead
const DOZED = 5000; // ms without a tick after which this tab was asleep
const LOOK = 1200; // ms between two looks of a page without a stream that can be seen, about
const LOOK_HIDDEN = [8000, 60000]; // and of one that cannot, at first and at most
const TRUST = 12000; // ms after which a page looks although there is a stream, in case it is wrong

// Spread over time, so that all pages of a server that was away do not come at once.
export const jitter = (ms) => ms * (0.8 + 0.4 * Math.random());
// ms before the stream is tried again after so many failures in a row.
export const pauseAfter = (failures) => Math.min(2000 * 2 ** (failures - 1), 30000) * (0.25 + 0.75 * Math.random());

export class Live {
  // watch: the id of this page's table. onNews(version, why): something may have changed; without a
  // version "tick" is a look in passing, "wake" one that should not wait.
  // onState("live" | "polling"): how news travel.
  constructor({ url, watch, onNews, onState }) {
    Object.assign(this, { url, watch, onNews, onState });
    this.state = "";
    this.failures = 0; // of the stream, in a row
    this.known = new Map(); // table -> the newest news of it
    this.heard = this.looked = performance.now(); // the newest news, the last look
    this.hidden = LOOK_HIDDEN[0];
    this.tabs = new Tabs({
      about: watch,
      onLead: () => {
        this.#say("");
        this.#open();
      },
      onYield: () => this.#close(),
      onTold: (matter) => this.#told(matter),
      onTab: () => { if (this.source && this.#ids() !== this.watching) this.#open(); },
      answer: (id) => ({ state: this.state, news: this.known.get(id) }),
    });
    this.tabs.begin();
    this.ticked = Date.now();
    setInterval(() => this.#tick(), 500);
    addEventListener("online", () => this.wake(true));
    addEventListener("pageshow", (event) => { if (event.persisted) this.wake(true); });
    document.addEventListener("resume", () => this.wake(true));
    addEventListener("focus", () => this.wake());
    document.addEventListener("visibilitychange", () => {
      this.hidden = LOOK_HIDDEN[0];
      if (document.visibilityState === "visible") this.wake();
    });
  }

  // The page came back from sleep or the network did: nothing heard before counts.
  wake(changed = false) {
    this.#look("wake");
    this.tabs.back();
    if (!this.tabs.leads) return;
    const silent = performance.now() - (this.sign || this.opened || -Infinity);
    if (changed || !this.source || silent > SILENT / 2) {
      this.failures = 0;
      this.#open();
    }
  }

  // A page found news that no stream had told.
  missed() {
    if (this.tabs.leads) this.#open();
  }

  #ids() { return [...new Set(this.tabs.abouts)].sort().join(","); }

  #close() {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  #open() {
    this.#close();
    if (!("EventSource" in window)) return this.#say("polling");
    this.watching = this.#ids();
    const source = new EventSource(`${this.url}?watch=${encodeURIComponent(this.watching)}`);
    this.source = source;
    this.opened = performance.now();
    this.sign = 0;
    const signed = () => {
      if (this.source !== source) return false;
      this.sign = performance.now();
      this.failures = 0;
      this.#say("live");
      return true;
    };
    source.addEventListener("beat", signed);
    source.addEventListener("change", (event) => {
      if (!signed()) return;
      const news = JSON.parse(event.data);
      this.known.set(news.id, news);
      this.tabs.tell({ state: this.state, news });
      this.#hear(news);
    });
    source.addEventListener("bye", (event) => {
      if (this.source === source) this.#again(JSON.parse(event.data).again);
    });
    source.addEventListener("error", () => {
      if (this.source === source) this.#again();
    });
  }

  #again(ms) {
    this.#close();
    this.failures += 1;
    if (this.failures > 1) this.#say("polling");
    else this.#say("");
    this.retry = setTimeout(() => this.#open(), ms ?? pauseAfter(this.failures));
  }

  #told({ state, news }) {
    if (state !== undefined) this.#say(state);
    if (news) this.#hear(news);
  }

  #hear(news) {
    if (news.id !== this.watch) return;
    this.heard = performance.now();
    this.onNews(news.version);
  }

  #say(state) {
    if (state === this.state) return;
    this.state = state;
    if (this.tabs.leads) this.tabs.tell({ state });
    this.onState(state);
  }

  #tick() {
    const now = performance.now();
    const dozed = Date.now() - this.ticked > DOZED;
    this.ticked = Date.now();
    if (dozed && document.visibilityState === "visible") this.wake(true);
    const first = Math.min(FIRST[0] * 2 ** this.failures, FIRST[1]);
    if (this.source && now - (this.sign || this.opened) > (this.sign ? SILENT : first)) {
      if (this.sign) { // it lived until now: another one at once
        this.#say("");
        this.#open();
      } else {
        this.failures = Math.max(this.failures, 1);
        this.#again();
      }
    }
    if (now - Math.max(this.heard, this.looked) > this.#patience()) this.#look("tick");
  }

  #patience() {
    const visible = document.visibilityState === "visible";
    if (this.state === "live" && this.tabs.hears) return visible ? TRUST : Infinity;
    return visible ? (this.patience ??= jitter(LOOK)) : this.hidden;
  }

  #look(why) {
    this.looked = performance.now();
    this.patience = jitter(LOOK);
    if (document.visibilityState !== "visible") this.hidden = Math.min(this.hidden * 2, LOOK_HIDDEN[1]);
    this.onNews(null, why);
  }
}
