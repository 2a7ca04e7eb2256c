// A table that follows the game: posts moves without leaving the page, fetches what changed, and
// helps with choosing pieces. It knows no rule: what a choice brings stands in the page's own data.

import { chooser } from "./choose.js";
import { whenFree } from "./hands.js";
import { Live, jitter } from "./live.js";
import { fillPhrases } from "./page.js";
import { show, snapshot } from "./regions.js";
import { unfold } from "./unfold.js";

const main = document.querySelector("main[data-table]");
const words = document.getElementById("words").dataset;
const herald = document.getElementById("herald");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const TWICE = 400; // ms between the two clicks of a double click, at most

let version = main.dataset.version;
let busy = false; // a move is on its way
let fetching = null; // the look under way: {begun, abort}
let wanted = false; // news came while a fetch was under way
let told = lastTold();
let turnTold = text(main.querySelector("#turn"));
let trouble = 0; // fetches that failed in a row
let retry = 0;
let live = null;
const title = document.title.replace(`${words.yourTurn} · `, "");

snapshot(main);
chooser(main, say, { calm: () => calm.matches });

// ---- words -----------------------------------------------------------------------------------

function lastTold() {
  return Math.max(-1, ...[...main.querySelectorAll("#log [data-at]")].map((li) => Number(li.dataset.at)));
}

const HEARD = 20000; // ms after which a sentence has been spoken

// A sentence for those who listen. Each is added on its own, so that none is lost to the next one
// and none is read twice.
function say(sentence) {
  if (!sentence) return;
  const line = document.createElement("span");
  line.textContent = `${sentence} `;
  herald.append(line);
  setTimeout(() => line.remove(), HEARD);
}

function tellNews() {
  const lines = [...main.querySelectorAll("#log [data-at]")].filter((li) => Number(li.dataset.at) > told);
  told = Math.max(told, lastTold());
  const sentences = lines.reverse().map((li) => li.dataset.say || li.textContent.trim());
  // Whose turn it is only where that changed since it was told, even if it has come round again.
  const region = main.querySelector("#turn");
  const turn = text(region);
  const others = lines.some((li) => Number(li.dataset.by) >= 0 && li.dataset.by !== region?.dataset.actor);
  if (turn !== turnTold || others) sentences.push(turn);
  turnTold = turn;
  const ended = main.querySelector("[data-stage=finished] h1");
  if (ended && sentences.length) sentences.push(text(ended));
  const talk = main.querySelector("#chat-lines [data-fresh]");
  if (talk) {
    sentences.push(text(talk));
    delete talk.dataset.fresh;
  }
  say(sentences.filter(Boolean).join(" "));
}

function text(element) {
  return element?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

// buttons: [word, what it does], as many as are needed.
function note(sentence, { bad = false, buttons = [] } = {}) {
  const place = document.querySelector("[data-live-note]");
  if (!place) return;
  place.hidden = !sentence;
  place.classList.toggle("bad", bad);
  const saying = document.createElement("span");
  saying.textContent = sentence || "";
  place.replaceChildren(saying, ...buttons.map(([word, act]) => {
    const b = document.createElement("button");
    b.type = "button";
    b.className = "txt";
    b.textContent = word;
    b.addEventListener("click", act);
    return b;
  }));
}

// ---- what changed -----------------------------------------------------------------------------

function take(markup, headers, posted = false) {
  const to = headers.get("X-Location");
  if (to) {
    location.assign(to);
    return;
  }
  // News wait until nobody is in the middle of a press; the answer to a press does not.
  if (posted) put(markup, headers, true);
  else whenFree(() => {
    if (busy) wanted = true;
    else put(markup, headers, false);
  });
}

function put(markup, headers, posted) {
  const next = headers.get("X-Version");
  // An older answer came late; one as old was asked for before the post that was answered since.
  if (next && version && (posted ? Number(next) < Number(version) : Number(next) <= Number(version))) return;
  const stage = main.dataset.phase;
  show(main, markup, { calm: calm.matches, posted });
  version = next ?? version;
  main.dataset.version = version;
  main.dataset.phase = headers.get("X-Phase") ?? stage;
  fillPhrases(main);
  unfold();
  knowOwn();
  chooser(main, say, { calm: () => calm.matches });
  const turn = main.dataset.phase === "running" && main.querySelector("form#board");
  document.title = turn ? `${words.yourTurn} · ${title}` : title;
  // What was read to one is not for the next, who can read it once more where it was told.
  if (main.querySelector("[data-curtain]")) herald.replaceChildren();
  tellNews();
}

// The menu stands outside of what is replaced: it learns who the viewer is by now.
function knowOwn() {
  const own = main.querySelector("#own");
  const field = document.getElementById("own-name");
  const link = document.querySelector("[data-own-seat]");
  const seated = own && "name" in own.dataset;
  if (link) link.hidden = !seated;
  if (!seated || !field) return;
  if (field.value === field.defaultValue) field.value = field.defaultValue = own.dataset.name;
  field.placeholder = own.dataset.called;
}

const PATIENCE = [3000, 12000]; // ms that an answer may take, at first and at most
const HUNG = 1500; // ms after which a look that has no answer yet may be hanging on a dead connection
const DEAD = 4; // connections that are tried in turn after a change of the network; browsers keep some
let rash = 0; // how many of them are left

// heard: the version of the news. Without one, why: "tick" is a look in passing, which has time and
// tells whether the stream has failed to tell; "wake" one that has not.
async function look(heard = null, why = "") {
  if (heard !== null && version && Number(heard) <= Number(version)) return;
  if (why === "tick" && (fetching || trouble)) return; // that is seen to already
  if (why === "wake") {
    rash = DEAD;
    if (fetching && performance.now() - fetching.begun > HUNG) fetching.abort();
  }
  if (fetching || busy) {
    wanted = true;
    return;
  }
  const stop = new AbortController();
  const mine = fetching = { begun: performance.now(), abort: () => stop.abort() };
  const late = setTimeout(mine.abort, rash ? HUNG : Math.min(PATIENCE[0] * 2 ** trouble, PATIENCE[1]));
  wanted = false;
  try {
    const address = new URL(main.dataset.part, location.href);
    address.searchParams.set("since", version);
    const answer = await fetch(address, { headers: { "X-Part": "1" }, cache: "no-store", signal: stop.signal });
    if (answer.status === 200) {
      const markup = await answer.text();
      if (busy) wanted = true;
      else {
        if (why === "tick" && live?.state === "live") live.missed();
        take(markup, answer.headers);
      }
    } else if (answer.status !== 204) throw new Error(String(answer.status));
    rash = 0;
    if (trouble || !place().hidden) settled();
  } catch {
    if (rash) {
      rash -= 1;
      wanted = true;
    }
    if (!wanted && !busy) fail();
  } finally {
    clearTimeout(late);
    fetching = null;
    if (wanted && !busy) look();
  }
}

function fail() {
  trouble += 1;
  const ms = jitter(Math.min(1000 * 2 ** Math.min(trouble, 4), 10000));
  note(words.offline.replace("{n}", String(Math.ceil(ms / 1000))), { bad: true, buttons: [[words.now, () => look(null, "wake")]] });
  clearTimeout(retry);
  retry = setTimeout(() => look(), ms);
}

const place = () => document.querySelector("[data-live-note]") ?? { hidden: true };

function settled() {
  trouble = 0;
  clearTimeout(retry);
  tellState(live?.state);
}

// Said once: a page that looks by itself works as well, only some seconds later.
let polite = true;

function tellState(state) {
  if (busy) return; // what is said of a move on its way stays
  if (state !== "polling" || !polite) return note("");
  note(words.polling, { buttons: [
    [words.look, () => look(null, "wake")],
    [words.dismiss, () => { polite = false; note(""); }],
  ] });
}

// ---- posting -----------------------------------------------------------------------------------

// The second click of a double click may find a new button where the first one was, and a key held
// down presses again and again: neither means what that button says.
const NEVER = { x: 0, y: 0, time: -1e9 };
let twice = false;
let last = NEVER;

document.addEventListener("click", (event) => {
  const [x, y] = event.detail ? [event.clientX, event.clientY] : [-1, -1];
  twice = Math.hypot(x - last.x, y - last.y) < 8 && event.timeStamp - last.time < TWICE;
  // only a press of a button counts: choosing a piece in between is a thought
  last = event.target.closest?.("button") ? { x, y, time: event.timeStamp } : NEVER;
}, true);
// So is typing something, or going elsewhere with the keyboard.
document.addEventListener("input", () => { last = NEVER; }, true);
document.addEventListener("keydown", (event) => { if (!["Enter", " "].includes(event.key)) last = NEVER; }, true);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("send" in form.dataset) || event.defaultPrevented) return;
  const by = event.submitter;
  if (by?.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    say(text(document.getElementById(by.getAttribute("aria-describedby"))) || text(main.querySelector("[data-out=verdict]")));
    return;
  }
  event.preventDefault();
  if (form.dataset.sending || twice) return;
  send(form, by, new FormData(form, by));
});

async function send(form, by, body) {
  const talk = "clears" in form.dataset;
  form.dataset.sending = "1";
  form.setAttribute("aria-busy", "true");
  if (!talk) busy = true;
  try {
    for (let tries = 1; ; tries += 1) {
      let answer;
      try {
        answer = await post(goal(form, by), body, talk);
        if (answer.status >= 502 && answer.status <= 504) throw new Error(String(answer.status));
      } catch {
        // The post names the position it was made for, so sending it again cannot play it twice.
        await pause(tries, form, by);
        continue;
      }
      const markup = await answer.text();
      const kind = answer.headers.get("Content-Type") ?? "";
      if (!answer.headers.has("X-Version") && !answer.headers.has("X-Location") && kind.startsWith("text/html")) {
        plainly(form, by); // something on the way answered that does not know this page
        return;
      }
      if (!talk) busy = false;
      settled();
      if (talk && answer.ok) {
        const field = form.querySelector("[name=text]");
        if (field.value === body.get("text")) field.value = "";
      }
      take(markup, answer.headers, true);
      return;
    }
  } finally {
    delete form.dataset.sending;
    form.removeAttribute("aria-busy");
    if (!talk) busy = false;
    if (wanted) look();
  }
}

// One try. After a change of the network nothing that was sent before it is waited for.
async function post(address, body, talk) {
  const stop = new AbortController();
  const abort = () => stop.abort();
  const late = setTimeout(abort, 15000);
  const slow = setTimeout(() => { if (!talk) note(words.wait); }, 2500);
  addEventListener("online", abort);
  try {
    return await fetch(address, {
      method: "POST",
      body: new URLSearchParams(body),
      headers: { "X-Part": "1" },
      signal: stop.signal,
    });
  } finally {
    clearTimeout(late);
    clearTimeout(slow);
    removeEventListener("online", abort);
  }
}

// Where a form is sent: a button may have an address of its own.
const goal = (form, by) => by?.getAttribute("formaction") || form.action;

// Waits before the next try, or until the button is pressed or the network returns.
function pause(tries, form, by) {
  const ms = jitter(Math.min(1000 * 2 ** (tries - 1), 8000));
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
    const sentence = words.kept.replace("{n}", String(Math.ceil(ms / 1000)));
    const buttons = [[words.now, go]];
    if (tries > 4) buttons.push([words.plainly, () => plainly(form, by)]);
    note(sentence, { bad: true, buttons });
  });
}

function plainly(form, by) {
  // Whoever comes back to this page and presses another button shall not send both.
  form.querySelector("[data-pressed]")?.remove();
  if (by?.name) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.dataset.pressed = "";
    field.name = by.name;
    field.value = by.value;
    form.append(field);
  }
  form.action = goal(form, by);
  form.submit();
}

// ---- one device for several ----------------------------------------------------------------------

// A page that only its holder may see is not kept for the way back: whoever has the device by then
// gets what the server shows them.
if (main.dataset.held) {
  addEventListener("pagehide", () => { main.hidden = true; });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}

// ---- start --------------------------------------------------------------------------------------

live = new Live({
  url: main.dataset.live,
  watch: main.dataset.table,
  onNews: look,
  onState: (state) => {
    main.dataset.news = state;
    if (!trouble) tellState(state);
  },
});
