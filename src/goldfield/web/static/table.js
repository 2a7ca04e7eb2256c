// A table that follows the game: posts moves without leaving the page, fetches what changed, and
// helps with choosing pieces. It knows no rule: what a choice brings stands in the page's own data.

import { chooser } from "./choose.js";
import { Live } from "./live.js";
import { fillPhrases } from "./page.js";
import { show, snapshot } from "./regions.js";

const main = document.querySelector("main[data-table]");
const words = document.getElementById("words").dataset;
const herald = document.getElementById("herald");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const TWICE = 400; // ms between the two clicks of a double click, at most

let version = main.dataset.version;
let busy = false; // a move is on its way
let fetching = false;
let wanted = false; // news came while a fetch was under way
let told = lastTold();
let turnTold = text(main.querySelector("#turn"));
let trouble = 0; // fetches that failed in a row
let retry = 0;
let live = null;
const title = document.title.replace(`${words.yourTurn} · `, "");

snapshot(main);
chooser(main, say);

// ---- words -----------------------------------------------------------------------------------

function lastTold() {
  return Math.max(-1, ...[...main.querySelectorAll("#log [data-at]")].map((li) => Number(li.dataset.at)));
}

// A sentence for those who listen; never the same event twice.
function say(sentence) {
  if (!sentence) return;
  herald.replaceChildren();
  setTimeout(() => { herald.textContent = sentence; }, 40);
}

function tellNews() {
  const lines = [...main.querySelectorAll("#log [data-at]")].filter((li) => Number(li.dataset.at) > told);
  told = Math.max(told, lastTold());
  const sentences = lines.reverse().map((li) => li.dataset.say || li.textContent.trim());
  const turn = text(main.querySelector("#turn"));
  if (turn !== turnTold) sentences.push(turn);
  turnTold = turn;
  const ended = main.querySelector("[data-stage=finished] h1");
  if (ended && sentences.length) sentences.push(text(ended));
  const talk = main.querySelector("#chat-lines [data-fresh]");
  if (talk) {
    sentences.push(text(talk));
    delete talk.dataset.fresh;
  }
  say(sentences.join(" "));
}

function text(element) {
  return element?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

function note(sentence, { bad = false, button = null, act = null } = {}) {
  const place = document.querySelector("[data-live-note]");
  if (!place) return;
  place.hidden = !sentence;
  place.classList.toggle("bad", bad);
  place.replaceChildren(document.createTextNode(sentence || ""));
  if (button) {
    const b = document.createElement("button");
    b.type = "button";
    b.className = "txt";
    b.textContent = button;
    b.addEventListener("click", act);
    place.append(" ", b);
  }
}

// ---- what changed -----------------------------------------------------------------------------

function take(markup, headers, posted = false) {
  const to = headers.get("X-Location");
  if (to) {
    location.assign(to);
    return;
  }
  const next = headers.get("X-Version");
  // An older answer came late; one as old was asked for before the post that was answered since.
  if (next && version && (posted ? Number(next) < Number(version) : Number(next) <= Number(version))) return;
  const stage = main.dataset.phase;
  show(main, markup, { calm: calm.matches, posted });
  version = next ?? version;
  main.dataset.version = version;
  main.dataset.phase = headers.get("X-Phase") ?? stage;
  fillPhrases(main);
  chooser(main, say);
  const turn = main.dataset.phase === "running" && main.querySelector("form#board");
  document.title = turn ? `${words.yourTurn} · ${title}` : title;
  tellNews();
}

// probe: nothing was heard, so if there is news the stream has failed to tell.
async function look(heard = null, probe = false) {
  if (heard !== null && version && Number(heard) <= Number(version)) return;
  if (fetching || busy) {
    wanted = true;
    return;
  }
  fetching = true;
  wanted = false;
  try {
    const answer = await fetch(`${main.dataset.part}?since=${encodeURIComponent(version)}`, {
      headers: { "X-Part": "1" },
      cache: "no-store",
      signal: AbortSignal.timeout(10000),
    });
    if (trouble || !place().hidden) settled();
    if (answer.status === 200) {
      const markup = await answer.text();
      if (busy) wanted = true;
      else {
        if (probe && live?.state === "live") live.missed();
        take(markup, answer.headers);
      }
    } else if (answer.status !== 204) throw new Error(String(answer.status));
  } catch {
    trouble += 1;
    const ms = Math.min(1000 * 2 ** Math.min(trouble, 4), 15000) * (0.7 + 0.6 * Math.random());
    note(words.offline.replace("{n}", String(Math.ceil(ms / 1000))), { bad: true, button: words.now, act: () => look() });
    clearTimeout(retry);
    retry = setTimeout(() => look(), ms);
  } finally {
    fetching = false;
    if (wanted && !busy) look();
  }
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
  if (state !== "polling" || !polite) return note("");
  note(words.polling, { button: words.dismiss, act: () => { polite = false; note(""); } });
}

// ---- posting -----------------------------------------------------------------------------------

// The second click of a double click may find a new button where the first one was, and a key held
// down presses again and again: neither means what that button says.
let twice = false;
let last = { x: 0, y: 0, time: -1e9 };

document.addEventListener("click", (event) => {
  const [x, y] = event.detail ? [event.clientX, event.clientY] : [-1, -1];
  twice = Math.hypot(x - last.x, y - last.y) < 8 && event.timeStamp - last.time < TWICE;
  // only a press of a button counts: choosing a piece in between is a thought
  last = event.target.closest?.("button") ? { x, y, time: event.timeStamp } : { x, y, time: -1e9 };
}, true);

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
        answer = await fetch(form.action, {
          method: "POST",
          body: new URLSearchParams(body),
          headers: { "X-Part": "1" },
          signal: AbortSignal.timeout(15000),
        });
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
      settled();
      busy = false;
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

// Waits before the next try, or until the button is pressed or the network returns.
function pause(tries, form, by) {
  const ms = Math.min(1000 * 2 ** Math.min(tries - 1, 3), 8000) * (0.7 + 0.6 * Math.random());
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
    const sentence = words.kept.replace("{n}", String(Math.ceil(ms / 1000)));
    if (tries < 5) note(sentence, { bad: true, button: words.now, act: go });
    else note(sentence, { bad: true, button: words.plainly, act: () => plainly(form, by) });
  });
}

function plainly(form, by) {
  if (by?.name) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = by.name;
    field.value = by.value;
    form.append(field);
  }
  form.submit();
}

// ---- start --------------------------------------------------------------------------------------

live = new Live({
  url: main.dataset.live,
  watch: main.dataset.table,
  onNews: (heard) => look(heard, heard === null),
  onState: (state) => { if (!trouble) tellState(state); },
});
