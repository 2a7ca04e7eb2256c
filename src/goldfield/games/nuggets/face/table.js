// The land of Nuggets: what a tried line would make is painted on it, and the arrow keys walk over
// it. No rule is here: for every line, and for every two that matter together, the page's data says
// what they make or why they cannot be fenced.

const words = () => document.getElementById("nuggets-words")?.dataset ?? {};
const filled = (pattern, values) => pattern.replace(/{(\w+)}/g, (_all, name) => values[name] ?? "");
const land = () => document.querySelector("[data-land]");
const tried = () => [...(land()?.querySelectorAll("[name=line]:checked") ?? [])].map((e) => e.value);
const data = new WeakMap(); // the JSON beside the board, read once

function offers() {
  const source = document.getElementById("offers");
  if (!source) return { lines: {}, pairs: {} };
  if (!data.has(source)) data.set(source, JSON.parse(source.textContent));
  return data.get(source);
}

// ---- what a choice brings ------------------------------------------------------------------------

document.addEventListener("choosing", (event) => {
  const { chosen, sets } = event.detail;
  if (!sets.lines) return;
  event.detail.entry = entryOf(chosen, sets);
  mark(sets);
  paint(tried());
  rove();
});

function entryOf(chosen, sets) {
  const w = words();
  const lines = chosen.filter((e) => e.name === "line").map((e) => e.value);
  const chip = chosen.find((e) => e.name === "chip")?.value;
  const space = chosen.find((e) => e.name === "space")?.value;
  for (const place of document.querySelectorAll("[data-put]")) place.textContent = chip ?? "";
  if (chip || space) return chipEntry(w, chip, space);
  const both = land().querySelector('[data-many="2"]') !== null;
  if (!lines.length) {
    const open = Object.values(sets.lines).some((one) => !one.why);
    return { why: "", readings: [], waits: [open ? build(w, both ? w.both : w.one, both ? w.lines : w.line) : play(w, w.chip, w.any)] };
  }
  const found = together(lines, sets);
  const [first, second] = lines;
  const pair = second ? filled(w.pair, { a: short(w, first), b: short(w, second) }) : "";
  if (found.why) return { why: found.why, readings: [], waits: [build(w, second ? w.both : w.one, pair || short(w, first))] };
  if (lines.length === 1 && !sets.lines[first].alone) {
    const why = `${made(w, first, sets)} ${w.second}`;
    return { why, near: true, readings: [], waits: [build(w, w.both, filled(w.half, { a: short(w, first) }))] };
  }
  const label = second ? w.both : w.one;
  const effect = second ? pair : filled(w.between, ends(first));
  const verdict = found.says || (second ? w.neither : made(w, first, sets));
  return { readings: [{ text: lines.join(" "), label: effect, verdict, actions: [{ ...build(w, label, effect), main: true }] }] };
}

const build = (_w, label, effect) => ({ do: "build", seat: null, label, effect, icon: "fence" });
const play = (_w, label, effect, main) => ({ do: "play", seat: null, label, effect, icon: "chip", main });

// The spaces that a line parts, and the line by them: between c1 and d1, in short c1–d1.
const ends = (line) => ({ a: line.slice(0, 2), b: line.slice(-2) });
const short = (w, line) => filled(w.short, ends(line));
const made = (w, line, sets) => filled(w.brings, { ...ends(line), says: sets.lines[line].says });

function chipEntry(w, chip, space) {
  if (!chip) return { why: filled(w.pick, { space }), near: true, readings: [], waits: [play(w, w.chip, filled(w.on, { space }))] };
  const label = filled(w.play, { value: chip });
  if (!space) return { why: filled(w.put, { value: chip }), near: true, readings: [], waits: [play(w, label, w.where)] };
  const verdict = filled(w.lies, { value: chip, space });
  return { readings: [{ text: `${chip}@${space}`, label, verdict, actions: [play(w, label, filled(w.on, { space }), true)] }] };
}

// What one or two lines make: listed for two where that is not what each of them makes.
function together(lines, sets) {
  const listed = lines.length > 1 ? sets.pairs[inOrder(lines).join(" ")] : null;
  if (listed) return { why: listed.why, says: listed.says, areas: listed.areas ?? [] };
  const each = lines.map((line) => ({ line, ...sets.lines[line] }));
  return {
    why: each.find((one) => one.why)?.why,
    says: each.filter((one) => one.areas && one.says).map((one) => made(words(), one.line, sets)).join(" "),
    areas: each.flatMap((one) => one.areas ?? []),
  };
}

function inOrder(lines) {
  const all = [...land().querySelectorAll("[name=line]")].map((e) => e.value);
  return [...lines].sort((a, b) => all.indexOf(a) - all.indexOf(b));
}

// With the first line chosen some others can no longer be fenced, or make something else: said at
// the lines themselves.
const before = new WeakMap(); // line -> its name without any other chosen

function mark(sets) {
  const [first, ...more] = tried();
  for (const input of land().querySelectorAll("[name=line]")) {
    if (!before.has(input)) before.set(input, { label: input.getAttribute("aria-label"), off: input.getAttribute("aria-disabled") });
    const was = before.get(input);
    if (was.off) continue;
    const pair = first && input.value !== first && !(more.length && input.checked) ? sets.pairs[inOrder([first, input.value]).join(" ")] : null;
    const line = input.closest(".ln");
    line.classList.toggle("no", Boolean(pair?.why));
    if (pair?.why) {
      input.setAttribute("aria-disabled", "true");
      input.dataset.why = pair.why;
    } else {
      input.removeAttribute("aria-disabled");
      delete input.dataset.why;
    }
    const name = was.label.split(":")[0];
    const says = pair?.why ?? pair?.says;
    input.setAttribute("aria-label", says ? `${name}: ${says}` : was.label);
  }
}

// ---- areas on the land ---------------------------------------------------------------------------

let painted = "";

function paint(lines) {
  const map = land();
  if (!map) return;
  const found = lines.length ? together(lines, offers()) : { areas: [] };
  const small = found.areas.filter((area) => area.bad);
  const areas = [...(small.length ? small : found.areas)].sort((a, b) => a.in.length - b.in.length).slice(0, 4);
  const key = JSON.stringify(areas);
  if (key === painted && map.dataset.painted === key) return;
  painted = map.dataset.painted = key;
  for (const space of map.querySelectorAll("[data-try]")) delete space.dataset.try;
  const flags = [...map.querySelectorAll("[data-flag]")];
  for (const flag of flags) flag.hidden = true;
  areas.forEach((area, i) => {
    const kind = area.bad ? "bad" : String(i + 1);
    for (const name of area.in.match(/../g)) map.querySelector(`[data-space="${name}"]`).dataset.try = kind;
    show(flags[i], area, kind);
  });
}

function show(flag, area, kind) {
  if (!flag) return;
  flag.className = `flag c${area.at[0]} r${area.at[1]}`;
  flag.dataset.kind = kind;
  flag.querySelector("b").textContent = area.n;
  const ore = flag.querySelector("em");
  ore.textContent = area.bad ? words().small : area.ore || words().none;
  ore.classList.toggle("ore", Boolean(area.ore && !area.bad));
  flag.hidden = false;
}

// The line under the pointer or the focus is shown as if it were chosen as well.
function preview(input) {
  const now = tried();
  const most = Number(input.dataset.many);
  if (now.includes(input.value) || input.closest(".ng").querySelector("[name=chip]:checked")) return paint(now);
  paint([...now.slice(0, most - 1), input.value]);
}

const lineOf = (event) => event.target.closest?.("[data-land] [name=line]");

document.addEventListener("pointerover", (event) => {
  const input = event.pointerType === "mouse" && lineOf(event);
  if (input) preview(input);
});
document.addEventListener("pointerout", (event) => {
  if (event.pointerType === "mouse" && lineOf(event)) paint(tried());
});
document.addEventListener("focusin", (event) => {
  const input = lineOf(event);
  if (input) {
    cursor.line = input.value;
    if (!cursor.space || !input.value.includes(cursor.space)) cursor.space = input.value.slice(0, 2);
    here();
    rove();
    preview(input);
  }
  const space = event.target.closest?.("[data-land] [name=space]");
  if (space) {
    cursor.free = space.value;
    rove();
  }
});
document.addEventListener("focusout", (event) => {
  if (lineOf(event)) paint(tried());
});

// ---- keys ----------------------------------------------------------------------------------------

// Where the keyboard is: a line, the space from which it is seen, and a free space.
const cursor = { line: "", space: "", free: "" };

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const TURNED = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const at = (name) => [name.charCodeAt(0) - 97, Number(name[1]) - 1];
const named = (x, y) => (x >= 0 && x < 8 && y >= 0 && y < 5 ? String.fromCharCode(97 + x) + (y + 1) : "");

// One stop for the tabulator among the lines, one among the free spaces.
function rove() {
  const picked = Boolean(document.querySelector(".ng [name=chip]:checked"));
  for (const [name, here, off] of [["line", cursor.line, picked], ["space", cursor.free, !picked]]) {
    const all = [...(land()?.querySelectorAll(`[name=${name}]`) ?? [])];
    const stop = all.find((e) => e.value === here) ?? all.find((e) => e.checked) ?? all.find((e) => !e.matches("[aria-disabled]")) ?? all[0];
    for (const e of all) e.tabIndex = e === stop && !off ? 0 : -1;
  }
}

// The side of a space towards a direction, as the text of its line.
function side(name, [dx, dy]) {
  const [x, y] = at(name);
  const other = named(x + dx, y + dy);
  if (!other) return null;
  const [low, high] = [name, other].sort((a, b) => at(a)[0] + at(a)[1] - at(b)[0] - at(b)[1]);
  return { text: low + (dx ? "|" : "/") + high, other };
}

// An arrow goes to that side of the space; from this side, or through a fence there, it goes on to
// the next space: to its far side, or where that is closed to another one.
function walkLine(input, step) {
  const control = (space, way) => {
    const text = side(space, way)?.text;
    return text && text !== input.value ? land().querySelector(`[name=line][value="${text}"]`) : null;
  };
  const ways = [step, [step[1], step[0]], [-step[1], -step[0]]];
  let { space } = cursor;
  let found = control(space, step);
  for (let next = side(space, step); next && !found; next = side(space, step)) {
    space = next.other;
    for (const way of ways) found ??= control(space, way);
  }
  if (!found) return;
  cursor.space = space;
  found.focus();
}

// The space from which the keys go on.
function here() {
  for (const space of land().querySelectorAll("[data-here]")) delete space.dataset.here;
  const space = land().querySelector(`[data-space="${cursor.space}"]`);
  if (space) space.dataset.here = "";
}

// Right and left lead through all free spaces, row by row as they are seen, so that none is out of
// reach; up and down lead to the next one straight on, or else to the nearest on that side.
function walkSpace(input, key, turned) {
  const free = [...land().querySelectorAll("[name=space]")].map((control) => {
    const [x, y] = at(control.value);
    return { control, column: turned ? y : x, row: turned ? x : -y };
  });
  const from = free.find((space) => space.control === input);
  if (key === "ArrowRight" || key === "ArrowLeft") {
    free.sort((p, q) => p.row - q.row || p.column - q.column);
    const to = free.indexOf(from) + (key === "ArrowRight" ? 1 : -1);
    return free[(to + free.length) % free.length].control.focus();
  }
  const way = key === "ArrowDown" ? 1 : -1;
  const far = ({ column, row }) => Math.hypot(column - from.column, row - from.row) + (column === from.column ? 0 : 16);
  const ahead = free.filter(({ row }) => (row - from.row) * way > 0);
  ahead.sort((p, q) => far(p) - far(q))[0]?.control.focus();
}

document.addEventListener("keydown", (event) => {
  const input = event.target.closest?.("[data-land] :is([name=line], [name=space])");
  if (input && event.key in STEPS && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    const turned = getComputedStyle(land()).getPropertyValue("--turned").trim() === "1";
    if (input.name === "line") walkLine(input, (turned ? TURNED : STEPS)[event.key]);
    else walkSpace(input, event.key, turned);
  }
  if (event.key === "Enter" && event.target.matches?.(".ng [name=chip]:checked")) toSpaces();
});
document.addEventListener("keydown", (event) => { spaced = event.key === " "; }, true);
document.addEventListener("change", (event) => {
  if (spaced && event.target.matches?.(".ng [name=chip]:checked")) toSpaces();
});

let spaced = false; // the last key was the one that picks

// A chip picked with the keyboard: on to the spaces.
function toSpaces() {
  land().querySelector('[name=space][tabindex="0"]')?.focus();
}

// Pressing a picked chip once more puts it back.
let held = null;
document.addEventListener("pointerdown", (event) => {
  const label = event.target.closest?.(".ng label.cv");
  held = label?.querySelector(":checked") ?? null;
});
document.addEventListener("click", (event) => {
  if (!held || event.target !== held) return;
  document.querySelector(".ng [data-clear]")?.click();
  held = null;
});

// ---- the end: the chips turn over one by one, area by area -----------------------------------------

const CHIP = 180; // ms between two chips
const REST = 620; // ms in which an area's award is read
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let ending = null; // what is under way: {stop}

function reveal(section) {
  ending?.stop();
  const areas = [...section.querySelectorAll("[data-award]")];
  const tally = [...section.querySelectorAll("[data-total]")];
  const chips = (award) => award.dataset.in.match(/../g).map((name) => section.querySelector(`[data-space="${name}"] .chip.up`)).filter(Boolean);
  const timers = [];
  const later = (ms, act) => timers.push(setTimeout(act, ms));
  const now = section.querySelector("[data-now]");
  const all = section.querySelector("[data-all]");
  const rest = now?.textContent;
  if (now) now.textContent = "";
  section.classList.add("turning");
  if (all) all.hidden = false;
  for (const award of areas) for (const chip of chips(award)) cover(chip);
  for (const total of tally) total.textContent = "0";
  let ms = 500;
  for (const award of areas) {
    const turned = chips(award);
    if (!turned.length && award.classList.contains("poor")) {
      later(ms, () => award.classList.add("told"));
      continue;
    }
    later(ms, () => light(section, award));
    for (const chip of turned) {
      later(ms, () => turn(chip));
      ms += CHIP;
    }
    later((ms += CHIP), () => tell(award, tally));
    ms += REST;
  }
  later(ms, () => ending?.stop());
  const events = ["pointerdown", "keydown", "wheel", "touchmove"];
  const hurry = (event) => { if (event.type !== "keydown" || event.key !== "Tab") ending?.stop(); };
  for (const name of events) addEventListener(name, hurry, { passive: true });
  ending = {
    stop() {
      for (const timer of timers) clearTimeout(timer);
      for (const name of events) removeEventListener(name, hurry);
      for (const lid of section.querySelectorAll(".lid")) lid.remove();
      light(section, null);
      for (const award of areas) award.classList.remove("told");
      section.classList.remove("turning");
      if (all) all.hidden = true;
      if (now) now.textContent = rest;
      for (const total of tally) total.textContent = total.dataset.total;
      ending = null;
    },
  };
}

// A chip's back over its face, until it is turned.
function cover(chip) {
  const lid = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  lid.classList.add("lid");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", chip.querySelector("use").getAttribute("href").replace("chipface", "chip"));
  lid.append(use);
  chip.append(lid);
}

function turn(chip) {
  const lid = chip.querySelector(".lid");
  if (!lid) return;
  const timing = { duration: CHIP, easing: "ease-in", fill: "both" };
  lid.animate([{ scale: "1 1" }, { scale: "0 1" }], timing).finished.then(() => {
    lid.remove();
    chip.animate([{ scale: "0 1" }, { scale: "1.14 1.14", offset: 0.7 }, { scale: "1 1" }], { duration: CHIP * 1.6, easing: "ease-out" });
  }).catch(() => {});
}

function light(section, award) {
  for (const space of section.querySelectorAll("[data-lit]")) delete space.dataset.lit;
  if (award) for (const name of award.dataset.in.match(/../g)) section.querySelector(`[data-space="${name}"]`).dataset.lit = "";
}

function tell(award, tally) {
  award.classList.add("told");
  const now = award.closest("[data-reveal]").querySelector("[data-now]");
  if (now) now.textContent = award.querySelector("p").textContent;
  award.dataset.totals.split(" ").forEach((text, side) => {
    const total = tally[side];
    if (!total || total.textContent === text) return;
    total.textContent = text;
    total.animate([{ scale: "1" }, { scale: "1.25" }, { scale: "1" }], { duration: 320 });
  });
}

// Played when the game ends before one's eyes; on a later visit a button turns the chips over again.
const main = document.querySelector("main[data-table]");

function offerAgain() {
  for (const button of document.querySelectorAll("[data-reveal] [data-again]")) button.hidden = calm.matches;
}

if (main) {
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node instanceof Element);
    const section = added.map((node) => node.querySelector("[data-reveal]")).find(Boolean);
    offerAgain();
    if (!section?.querySelector("[data-award]") || calm.matches) return;
    (section.querySelector(".frame") ?? section).scrollIntoView({ block: "start" }); // wide, the section has no box
    reveal(section);
  }).observe(main, { childList: true });
  offerAgain();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-reveal] [data-again]");
  if (button) reveal(button.closest("[data-reveal]"));
});
