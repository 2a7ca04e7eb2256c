// Choosing pieces: what a choice brings, or why it is refused, is looked up in the page's data.
//
// A [data-choose="ID"] holds inputs with data-piece; the JSON in #ID maps the chosen pieces, in the
// order of the page (joined by data-join), to {why, near, lights, waits} or to {readings: [{text,
// label, verdict, actions, lays, ...}]}. Places that show a value of the reading carry data-out or
// data-out-use; buttons stand in [data-acts]. A piece that cannot be chosen is aria-disabled; what
// describes it says why.
//
// Pieces of different data-group do not go together unless one's data-with names the other's group;
// of one group only one can be chosen, but for those with data-many. Pieces without a group all go
// together. A piece with data-alone goes with no other; data-many="2" allows two at most, and of one
// more the piece chosen last before it is put back.
//
// A game whose choices are too many to be listed answers the event "choosing", which the
// [data-choose] sends for every choice that is not in the data, with detail.entry.
//
// A reading may lay pieces from the hand ([data-hand], counted) on the [data-place]s of a card
// ([data-card], that of a chosen piece by its number or of any by its name): they are shown there,
// and the hand keeps an outline. Pieces of the hand can be dragged on a [data-drop] as well.

import { drags } from "./drag.js";
import { roves } from "./rove.js";

const bound = new WeakSet();
const PAUSE = 600; // ms of quiet before a verdict is spoken, so that several choices are one sentence
let taken = []; // ids or values of what was chosen, the last one at the end: kept when the page is made anew
const TRAVEL = { duration: 220, easing: "cubic-bezier(.2,.8,.2,1)" };

// tell(sentence): speaks to those who listen. calm: nothing travels.
export function chooser(root, tell, { calm = () => false } = {}) {
  const hand = root.querySelector("[data-choose]");
  const source = hand && document.getElementById(hand.dataset.choose);
  if (!source || bound.has(hand)) return;
  bound.add(hand);
  const sets = JSON.parse(source.textContent);
  const board = hand.closest("form");
  const start = new Map();
  for (const out of board.querySelectorAll("[data-out]")) start.set(out, out.textContent);
  for (const out of board.querySelectorAll("[data-out-use]")) start.set(out, out.getAttribute("href"));
  const general = new Map();
  for (const place of board.querySelectorAll("[data-acts]")) general.set(place, [...place.children].map((e) => e.cloneNode(true)));
  const readings = board.querySelector("[data-readings]");
  const join = hand.dataset.join ?? "";
  let speaking = 0;
  let ready = false; // what is shown first was there before; it need not travel

  const named = (e) => e.id || e.value;
  const order = []; // chosen pieces, the last one at the end

  const pieces = () => [...hand.querySelectorAll("[data-piece]")];
  const chosen = () => [...hand.querySelectorAll("[data-piece]:checked")];

  function update() {
    const now = chosen();
    taken = order.filter((e) => e.checked).map(named);
    const key = now.map((e) => e.dataset.piece).join(join);
    const entry = sets[key] ?? asked(now) ?? { why: hand.dataset.no ?? "", readings: [] };
    light(entry.lights);
    clearable(now);
    if (!entry.readings.length) {
      offer([]);
      refuse(key ? entry.why : "", entry.near ? "near" : "no", entry.waits, entry.lays);
      return;
    }
    offer(entry.readings);
    const picked = entry.readings.length === 1 ? entry.readings[0] : entry.readings.find((r) => r.text === readings.querySelector(":checked")?.value);
    if (!picked) return;
    const sentence = picked.verdict === undefined ? filled(hand.dataset.yes, picked) : picked.verdict;
    verdict(sentence, "yes");
    for (const [out] of start) {
      if (out.dataset.out === "verdict") continue;
      const value = picked[out.dataset.out ?? out.dataset.outUse];
      if (value === undefined) continue;
      if (out.dataset.outUse) out.setAttribute("href", out.dataset.prefix + Math.min(value, Number(out.dataset.most)));
      else out.textContent = value;
    }
    slots(picked.in_hand ?? null);
    lay(picked.lays ?? [], now);
    actions(picked.actions);
  }

  // What the game's own module says of a choice that is not listed.
  function asked(now) {
    const question = new CustomEvent("choosing", { bubbles: true, detail: { chosen: now, sets, entry: null } });
    hand.dispatchEvent(question);
    return question.detail.entry;
  }

  // The page's own sentence with the values of the reading put in.
  const filled = (pattern, reading) => (pattern ?? "").replace(/{(\w+)}/g, (_all, name) => reading[name] ?? "");

  function verdict(sentence, state) {
    const out = board.querySelector("[data-out=verdict]");
    if (!out) return;
    out.textContent = sentence || start.get(out);
    out.dataset.state = sentence ? state : "";
    clearTimeout(speaking);
    if (sentence) speaking = setTimeout(() => { if (hand.isConnected) tell(sentence); }, PAUSE);
  }

  // Nothing can be confirmed: the places show what they showed, the buttons say why not.
  function refuse(sentence, state, waits = sets[""]?.waits, lays = []) {
    verdict(sentence, state);
    for (const [out, value] of start) {
      if (out.dataset.out === "verdict") continue;
      if (out.dataset.outUse) out.setAttribute("href", value);
      else out.textContent = value;
    }
    slots(null);
    lay(lays, chosen());
    if (waits) actions(waits, true);
    else for (const [place, children] of general) {
      const fresh = children.map((e) => e.cloneNode(true));
      for (const button of fresh.filter((e) => e.tagName === "BUTTON")) disable(button);
      swap(place, fresh);
    }
  }

  function disable(button) {
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("aria-describedby", "verdict");
  }

  // ---- pieces that go together ---------------------------------------------------------------

  function together(one, other) {
    if ("alone" in one.dataset || "alone" in other.dataset) return false;
    if (one.dataset.group === other.dataset.group) return "many" in one.dataset && "many" in other.dataset;
    return one.dataset.with === other.dataset.group || other.dataset.with === one.dataset.group;
  }

  // What does not go with the piece chosen last is put back.
  function settle(input) {
    if (order.includes(input)) order.splice(order.indexOf(input), 1);
    if (!input.checked || !input.dataset.group) return;
    for (const other of chosen()) if (other !== input && !together(input, other)) other.checked = false;
    const most = Number(input.dataset.many ?? 0);
    const same = order.filter((e) => e.checked && e.dataset.group === input.dataset.group);
    while (most && same.length >= most) same.pop().checked = false;
    order.push(input);
  }

  // The cards that a choice could go on with; null: all that can be chosen.
  function light(lights) {
    hand.toggleAttribute("data-narrow", Boolean(lights));
    for (const e of pieces()) e.toggleAttribute("data-lit", Boolean(lights?.includes(e.dataset.piece)));
  }

  function why(input) {
    return input.dataset.why || document.getElementById(input.getAttribute("aria-describedby"))?.textContent;
  }

  function clear() {
    const last = chosen()[0];
    for (const e of chosen()) e.checked = false;
    update();
    return last;
  }

  function clearable(now) {
    const button = board.querySelector("[data-clear]");
    if (button) button.hidden = now.length === 0;
  }

  // ---- pieces of the hand that a choice would lay ------------------------------------------------

  const outlines = new Map(); // piece of the hand -> the word under it
  const covered = new Map(); // place -> what it showed

  function lay(list, now) {
    const hands = [...hand.querySelectorAll("[data-hand]")];
    const wanted = new Map(list.map((one) => [placeOf(one, now), one]));
    wanted.delete(undefined);
    for (const [place, children] of covered) {
      if (wanted.get(place)?.die === Number(place.dataset.laid)) continue;
      place.replaceChildren(...children);
      delete place.dataset.laid;
      covered.delete(place);
    }
    for (const [piece, word] of outlines) {
      if (list.some((one) => hands[one.die] === piece)) continue;
      rename(piece, word, true);
      delete piece.dataset.gone;
      outlines.delete(piece);
    }
    for (const [place, one] of wanted) {
      const piece = hands[one.die];
      if (!piece) continue;
      if (!outlines.has(piece)) outlines.set(piece, tag(piece).textContent);
      rename(piece, one.tag);
      if (covered.has(place)) continue;
      const picture = piece.querySelector("svg.f");
      const from = picture.getBoundingClientRect();
      piece.dataset.gone = "";
      covered.set(place, [...place.childNodes]);
      place.dataset.laid = one.die;
      const copy = picture.cloneNode(true);
      place.replaceChildren(copy);
      if (ready && !calm()) fly(copy, from);
    }
    for (const one of list) if (hands[one.die]) rename(hands[one.die], one.tag);
  }

  const tag = (piece) => piece.querySelector(".tag .off") ?? piece.querySelector(".tag");

  // The word under a piece of the hand. With data-named its first one only repeats what the piece is
  // called, so that those who listen need it no second time.
  function rename(piece, word, first = false) {
    tag(piece).textContent = word;
    if (first && "named" in tag(piece).dataset) tag(piece).setAttribute("aria-hidden", "true");
    else tag(piece).removeAttribute("aria-hidden");
  }

  function placeOf(one, now) {
    const piece = typeof one.card === "number" ? now.filter((e) => e.closest("[data-card]"))[one.card] : pieces().find((e) => e.dataset.piece === one.card);
    return piece?.closest("[data-card]")?.querySelectorAll("[data-place]")[one.place];
  }

  function fly(picture, from) {
    const to = picture.getBoundingClientRect();
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    picture.animate([{ translate: `${dx}px ${dy}px`, scale: String(from.width / to.width) }, { translate: "0 0", scale: "1" }], TRAVEL);
  }

  // What is chosen is shown where it will lie.
  function slots(inHand) {
    const all = [...board.querySelectorAll("[data-slot]")];
    const list = inHand === null ? [] : chosen();
    all.forEach((slot, i) => {
      slot.dataset.slot = inHand !== null && i < all.length - inHand ? "next" : "";
      const picture = list[i]?.closest("label")?.querySelector("svg.f");
      slot.replaceChildren(...(picture ? [picture.cloneNode(true)] : []));
    });
  }

  // ---- readings and buttons -----------------------------------------------------------------------

  // Several readings: radio buttons, the first one chosen until another is.
  function offer(list) {
    if (list.length < 2) {
      readings.hidden = true;
      readings.replaceChildren();
      return;
    }
    const texts = list.map((r) => r.text).join("|");
    if (readings.dataset.texts === texts && !readings.hidden) return;
    readings.dataset.texts = texts;
    const before = list.findIndex((reading) => reading.text === readings.dataset.chosen);
    delete readings.dataset.chosen;
    readings.replaceChildren(...list.map((reading, i) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = "radio";
      input.name = "reading";
      input.value = reading.text;
      input.checked = i === Math.max(before, 0);
      label.append(input, document.createTextNode(reading.label || reading.text));
      return label;
    }));
    readings.hidden = false;
  }

  function actions(list, waiting = false) {
    for (const place of general.keys()) {
      const seats = place.dataset.acts === "seat";
      const mine = list.filter((a) => (a.seat !== null) === seats);
      const fresh = mine.map((a) => button(a, seats));
      if (waiting) for (const one of fresh) disable(one);
      const none = general.get(place).find((e) => e.tagName !== "BUTTON");
      if (none) {
        const copy = none.cloneNode(true);
        copy.hidden = mine.length > 0;
        fresh.push(copy);
      }
      swap(place, fresh);
    }
  }

  function button(action, seats) {
    const template = board.querySelector(seats ? '[data-act-template="seat"]' : "[data-act-template]");
    const made = template.content.querySelector("button").cloneNode(true);
    made.value = made.dataset.do = action.do;
    made.classList.toggle("main", Boolean(action.main));
    made.querySelector("[data-at=label]").textContent = action.label;
    const effect = made.querySelector("[data-at=effect]");
    effect.textContent = action.effect;
    effect.classList.toggle("warn", Boolean(action.warn));
    const use = made.querySelector("[data-at=icon] use");
    if (seats) use.setAttribute("href", template.dataset.icons.split(" ")[action.seat]);
    else use.setAttribute("href", use.getAttribute("href").replace(/[^-]*$/, action.icon));
    return made;
  }

  // Replaces buttons but keeps the focus on the one that does the same.
  function swap(place, fresh) {
    const held = place.contains(document.activeElement) ? document.activeElement.value : null;
    place.replaceChildren(...fresh);
    if (held !== null) (fresh.find((e) => e.value === held) ?? hand.querySelector("input:not([aria-disabled])"))?.focus({ preventScroll: true });
  }

  // ---- what people do --------------------------------------------------------------------------

  function refuseOne(input) {
    verdict(why(input), "no");
  }

  // Chooses a piece, or says why it cannot be. onward: where the choice can go on in one way only,
  // it does.
  function choose(input, onward = false) {
    if (!input) return;
    if (input.getAttribute("aria-disabled") === "true") return refuseOne(input);
    if (!input.checked) {
      input.checked = true;
      settle(input);
    }
    const entry = sets[chosen().map((e) => e.dataset.piece).join(join)];
    if (onward && entry?.lights?.length === 1 && !entry.readings.length) return choose(pieces().find((e) => e.dataset.piece === entry.lights[0]));
    update();
  }

  hand.addEventListener("click", (event) => {
    if (!event.target.matches("[data-piece][aria-disabled=true]")) return;
    event.preventDefault();
    refuseOne(event.target);
  });
  hand.addEventListener("change", (event) => {
    settle(event.target);
    update();
  });
  // The key that presses buttons chooses a card, and once it is chosen confirms it; with data-tries,
  // and of pieces that all go together, it only ever chooses and puts back.
  hand.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen().length) {
      event.preventDefault();
      clear();
    }
    if (event.key !== "Enter" || !event.target.matches("[data-piece]")) return;
    event.preventDefault();
    if (event.repeat) return;
    if (!event.target.dataset.group) return event.target.click();
    if (!event.target.checked) return choose(event.target);
    if ("tries" in hand.dataset) {
      event.target.checked = false;
      return update();
    }
    const first = board.querySelector("[data-acts] button:not([aria-disabled])");
    if (first) board.requestSubmit(first);
    else tell(board.querySelector("[data-out=verdict]")?.textContent);
  });
  board.querySelector("[data-clear]")?.addEventListener("click", () => clear()?.focus({ preventScroll: true }));
  readings?.addEventListener("change", update);
  drags(hand, {
    // while a piece of the hand is in the air, only what takes it stays lit
    lift: (input) => light(sets[input.dataset.piece]?.lights),
    end: update,
    drop: (input, target) => {
      const takes = sets[input.dataset.piece]?.lights;
      const inside = [...target.querySelectorAll("[data-piece]")];
      const able = inside.filter((e) => e.getAttribute("aria-disabled") !== "true" && (!takes || takes.includes(e.dataset.piece)));
      if (!able.length) {
        update();
        if (inside[0]?.getAttribute("aria-disabled") === "true") refuseOne(inside[0]);
        else verdict(hand.dataset.wrong, "no");
        return;
      }
      // one card takes it, or the whole of the target stands for them, or it is asked which
      const card = able.length === 1 ? able[0] : inside.find((e) => "alone" in e.dataset) ?? input;
      if ((card.dataset.with && card.dataset.with === input.dataset.group) || (input.dataset.with && input.dataset.with === card.dataset.group)) {
        for (const e of chosen()) e.checked = e === input;
        input.checked = true;
      }
      choose(card, true);
    },
  });
  roves(hand);
  order.push(...chosen().sort((a, b) => taken.indexOf(named(a)) - taken.indexOf(named(b))));
  update();
  ready = true;
}
