// Shows a table's fresh markup: only regions whose markup changed are replaced, and what a person
// was doing in them (typing, choosing, reading, holding the focus) is carried over.

import { news, places, play } from "./motion.js";

const shown = new Map(); // region id -> its markup as the server sent it

// Whether the keyboard was used last: only then the focus is led on to what is next.
let byKeyboard = false;
addEventListener("keydown", () => { byKeyboard = true; }, true);
addEventListener("pointerdown", () => { byKeyboard = false; }, true);

// Markup without what differs from answer to answer and shows nothing.
function plain(region) {
  const copy = region.cloneNode(true);
  for (const field of copy.querySelectorAll("input[name=csrf], input[name=key]")) field.setAttribute("value", "");
  return copy.outerHTML;
}

export function snapshot(root) {
  shown.clear();
  for (const region of root.querySelectorAll("[data-region]")) shown.set(region.id, plain(region));
}

// Puts the markup of a whole part in place. Returns whether anything but talk changed.
export function show(root, markup, { calm = false, posted = false } = {}) {
  const fresh = new DOMParser().parseFromString(markup, "text/html").body;
  const stage = fresh.querySelector("[data-stage]");
  const old = root.querySelector("[data-stage]");
  if (!stage) return false;
  if (!old || old.dataset.stage !== stage.dataset.stage) {
    const state = remember(root, true);
    root.replaceChildren(...fresh.childNodes);
    snapshot(root);
    recall(root, state);
    // Whoever is typing goes on typing; all others see how the new page begins.
    const at = document.activeElement;
    if (at?.matches("input:not([type=radio], [type=checkbox]), textarea") && root.contains(at)) {
      at.scrollIntoView({ block: "nearest", behavior: "instant" });
    } else {
      scrollTo({ top: 0 });
      root.querySelector("h1[tabindex]")?.focus({ preventScroll: true });
    }
    return true;
  }
  let changed = false;
  const since = Math.max(-1, ...[...root.querySelectorAll("#log [data-at]")].map((li) => Number(li.dataset.at)));
  const before = calm ? new Map() : places(root);
  for (const region of fresh.querySelectorAll("[data-region]")) {
    const markupNow = plain(region);
    const present = document.getElementById(region.id);
    // A refusal stays until the next post or until it is closed, whatever others do meanwhile.
    if ("stays" in region.dataset && !posted && !region.childElementCount) continue;
    if (!present || shown.get(region.id) === markupNow) continue;
    shown.set(region.id, markupNow);
    put(present, region, calm);
    changed ||= region.id !== "chat-lines";
  }
  // Forms outside regions stay; only their hidden fields are brought up to date.
  for (const form of fresh.querySelectorAll("form[id]:not([data-region])")) {
    if (form.closest("[data-region]")) continue;
    const present = document.getElementById(form.id);
    for (const field of form.querySelectorAll("input[type=hidden]")) {
      const mine = present?.querySelector(`input[type=hidden][name="${field.name}"]`);
      if (mine) mine.value = field.value;
    }
  }
  const moved = news(root, since);
  if (moved.length) play(root, moved, before, calm);
  return changed;
}

function put(old, fresh, calm) {
  const same = old.dataset.at === fresh.dataset.at;
  const state = remember(old, same);
  const rolled = (region) => region.querySelector("[data-roll]")?.dataset.roll;
  const isNew = !same && rolled(old) !== rolled(fresh) && fresh.querySelector(".die");
  const tail = "tail" in old.dataset && old.scrollTop + old.clientHeight > old.scrollHeight - 24;
  const latest = (region) => [...region.querySelectorAll("[data-chat]")].at(-1)?.dataset.chat ?? "";
  const heard = latest(old);
  const before = calm ? null : laid(old);
  old.replaceWith(fresh);
  recall(fresh, state);
  if (state.inside && !same && byKeyboard) next(fresh)?.focus({ preventScroll: true });
  if ("tail" in fresh.dataset) {
    // A full list grows no longer, and one from which somebody was muted is shorter.
    if (latest(fresh) > heard) [...fresh.querySelectorAll("[data-chat]")].at(-1).dataset.fresh = "";
    if (tail) fresh.scrollTop = fresh.scrollHeight;
    else fresh.scrollTop = state.scroll;
  }
  if (isNew) {
    fresh.querySelector("[data-roll]").classList.add("rolled");
    setTimeout(() => fresh.querySelector("[data-roll]")?.classList.remove("rolled"), 1500);
  }
  if (before) travel(fresh, before);
}

// Where a turn goes on: the first piece that may be chosen, else the headline.
function next(region) {
  return region.querySelector("[data-piece]:not([aria-disabled])") ?? region.querySelector("h1[tabindex]");
}

// ---- what a person was doing ---------------------------------------------------------------------

const keyOf = (e) => e.id || (e.name ? `${e.tagName}.${e.name}.${e.type === "radio" || e.type === "checkbox" || e.tagName === "BUTTON" ? e.value : ""}` : "");

function find(root, key) {
  const byId = document.getElementById(key);
  if (byId && root.contains(byId)) return byId;
  return [...root.querySelectorAll("input, select, textarea, button")].find((e) => keyOf(e) === key);
}

function remember(root, same) {
  const state = { typed: [], open: [], scrolled: [], focus: null, inside: false, scroll: root.scrollTop, same };
  for (const e of root.querySelectorAll("input, textarea, select")) {
    if (e.type === "hidden") continue;
    if (e.type === "checkbox" || e.type === "radio") {
      if (same && e.checked !== e.defaultChecked) state.typed.push([keyOf(e), e.checked]);
    } else if (e.tagName === "SELECT") {
      const usual = [...e.options].find((o) => o.defaultSelected) ?? e.options[0];
      if (usual && e.value !== usual.value) state.typed.push([keyOf(e), e.value]);
    } else if (e.value !== e.defaultValue) {
      state.typed.push([keyOf(e), e.value]);
    }
  }
  for (const e of root.querySelectorAll("details[id]")) state.open.push([e.id, e.open]);
  // How far above its end a list was: the newest of a log is at its top.
  for (const e of root.querySelectorAll("ol[id][tabindex]")) if (e.scrollTop) state.scrolled.push([e.id, e.scrollHeight - e.scrollTop]);
  state.reading = same && root.querySelector("[data-readings] :checked")?.value;
  const active = document.activeElement;
  if (active && active !== document.body && root.contains(active)) {
    state.inside = true;
    state.focus = keyOf(active);
    if ("selectionStart" in active) {
      try { state.caret = [active.selectionStart, active.selectionEnd]; } catch { /* no caret in this kind */ }
    }
  }
  return state;
}

function recall(root, state) {
  for (const [id, open] of state.open) {
    const e = document.getElementById(id);
    if (e && root.contains(e)) e.open = open;
  }
  for (const [key, value] of state.typed) {
    const e = key && find(root, key);
    if (!e) continue;
    if (typeof value === "boolean") e.checked = value && !e.disabled;
    else if (e.tagName !== "SELECT" || [...e.options].some((o) => o.value === value)) e.value = value;
  }
  for (const [id, below] of state.scrolled) {
    const e = document.getElementById(id);
    if (e && root.contains(e)) e.scrollTop = e.scrollHeight - below;
  }
  // The readings of a choice are listed anew by whoever looks at the choice.
  const readings = state.reading && root.querySelector("[data-readings]");
  if (readings) readings.dataset.chosen = state.reading;
  if (!state.inside) return;
  const e = state.focus && find(root, state.focus);
  if (e && !e.disabled) {
    e.focus({ preventScroll: true });
    if (state.caret?.[0] != null && e.setSelectionRange) {
      try { e.setSelectionRange(...state.caret); } catch { /* no caret in this kind */ }
    }
  } else {
    (root.querySelector("h1[tabindex]") ?? root.querySelector("[tabindex]") ?? root.closest("[tabindex]"))?.focus({ preventScroll: true });
  }
}

// ---- travel: a piece that is laid somewhere comes from where it was ------------------------------

function laid(root) {
  const seen = new Map();
  for (const e of root.querySelectorAll("[data-piece]:checked, [data-lies]")) {
    const box = (e.closest("label") ?? e).querySelector("svg")?.getBoundingClientRect() ?? e.getBoundingClientRect();
    const key = e.dataset.piece ?? e.dataset.lies;
    if (!seen.has(key)) seen.set(key, []);
    seen.get(key).push({ box, lay: "lies" in e.dataset });
  }
  return seen;
}

function travel(root, before) {
  for (const e of root.querySelectorAll("[data-lies]")) {
    const from = before.get(e.dataset.lies);
    if (!from?.length) continue;
    from.sort((a, b) => Number(b.lay) - Number(a.lay)); // those that lay there already stay put
    const { box } = from.shift();
    const to = e.getBoundingClientRect();
    const dx = box.left + box.width / 2 - to.left - to.width / 2;
    const dy = box.top + box.height / 2 - to.top - to.height / 2;
    if (Math.hypot(dx, dy) < 2) continue;
    e.animate(
      [{ translate: `${dx}px ${dy}px`, scale: String(box.width / to.width) }, { translate: "0 0", scale: "1" }],
      { duration: 220, easing: "cubic-bezier(.2,.8,.2,1)" },
    );
  }
}
