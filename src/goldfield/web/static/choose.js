// Choosing pieces: what a choice brings, or why it is refused, is looked up in the page's data.
//
// A [data-choose="ID"] holds inputs with data-piece; the JSON in #ID maps the chosen pieces, in the
// order of the page, to {why, near} or {readings: [{text, label, worth, in_hand, actions}]}. Places
// that show a value of the reading carry data-out or data-out-use; buttons stand in [data-acts].
// A piece that cannot be chosen is aria-disabled; what describes it says why.

const bound = new WeakSet();
const PAUSE = 600; // ms of quiet before a verdict is spoken, so that several choices are one sentence

// tell(sentence): speaks to those who listen.
export function chooser(root, tell) {
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
  let speaking = 0;

  const chosen = () => [...hand.querySelectorAll("[data-piece]:checked")].map((e) => e.dataset.piece).join("");

  function update() {
    const key = chosen();
    const entry = sets[key] ?? { why: "", readings: [] };
    if (!entry.readings.length) {
      offer([]);
      refuse(key ? entry.why : "", entry.near ? "near" : "no");
      return;
    }
    offer(entry.readings);
    const picked = entry.readings.length === 1 ? entry.readings[0] : entry.readings.find((r) => r.text === readings.querySelector(":checked")?.value);
    if (!picked) return;
    const sentence = filled(hand.dataset.yes, picked);
    verdict(sentence, "yes");
    for (const [out] of start) {
      if (out.dataset.out === "verdict") continue;
      const value = picked[out.dataset.out ?? out.dataset.outUse];
      if (value === undefined) continue;
      if (out.dataset.outUse) out.setAttribute("href", out.dataset.prefix + Math.min(value, Number(out.dataset.most)));
      else out.textContent = value;
    }
    slots(picked.in_hand);
    actions(picked.actions);
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
  function refuse(sentence, state) {
    verdict(sentence, state);
    for (const [out, value] of start) {
      if (out.dataset.out === "verdict") continue;
      if (out.dataset.outUse) out.setAttribute("href", value);
      else out.textContent = value;
    }
    slots(null);
    for (const [place, children] of general) {
      const fresh = children.map((e) => e.cloneNode(true));
      for (const button of fresh.filter((e) => e.tagName === "BUTTON")) disable(button);
      swap(place, fresh);
    }
  }

  function disable(button) {
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("aria-describedby", "verdict");
  }

  // What is chosen is shown where it will lie.
  function slots(inHand) {
    const all = [...board.querySelectorAll("[data-slot]")];
    const pieces = inHand === null ? [] : [...hand.querySelectorAll("[data-piece]:checked")];
    all.forEach((slot, i) => {
      slot.dataset.slot = inHand !== null && i < all.length - inHand ? "next" : "";
      const picture = pieces[i]?.closest("label")?.querySelector("svg.f");
      slot.replaceChildren(...(picture ? [picture.cloneNode(true)] : []));
    });
  }

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
    readings.replaceChildren(...list.map((reading, i) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = "radio";
      input.name = "reading";
      input.value = reading.text;
      input.checked = i === 0;
      label.append(input, document.createTextNode(reading.label || reading.text));
      return label;
    }));
    readings.hidden = false;
  }

  function actions(list) {
    for (const place of general.keys()) {
      const seats = place.dataset.acts === "seat";
      const mine = list.filter((a) => (a.seat !== null) === seats);
      const fresh = mine.map((a) => button(a, seats));
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
    made.querySelector("[data-at=label]").textContent = action.label;
    const effect = made.querySelector("[data-at=effect]");
    effect.textContent = action.effect;
    effect.classList.toggle("warn", Boolean(action.warn));
    if (action.warn) made.title = action.warn;
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

  hand.addEventListener("click", (event) => {
    if (!event.target.matches("[data-piece][aria-disabled=true]")) return;
    event.preventDefault();
    verdict(document.getElementById(event.target.getAttribute("aria-describedby"))?.textContent, "no");
  });
  hand.addEventListener("change", update);
  readings?.addEventListener("change", update);
  update();
}
