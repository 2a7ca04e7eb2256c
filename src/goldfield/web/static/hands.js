// Whether somebody is in the middle of a press, a drag or a letter that is being composed. Markup that
// changes under their hands just then would make the press one of nothing.

const held = new Set(); // pointers and keys that are down
const waiting = [];

// Does something now, or as soon as no press is under way; what waits for the same is done in order.
export function whenFree(act) {
  if (held.size) waiting.push(act);
  else act();
}

function free(what) {
  held.delete(what);
  // The click that a press makes comes after its end.
  if (!held.size && waiting.length) setTimeout(go, 40);
}

function go() {
  while (!held.size && waiting.length) waiting.shift()();
}

function freeAll() {
  held.clear();
  free();
}

const typed = (e) => e instanceof Element && e.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea, [contenteditable]");

addEventListener("pointerdown", (event) => held.add(event.pointerId), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => free(event.pointerId), true);
// A mouse that was let go of where this page could not see it.
addEventListener("pointermove", (event) => { if (!event.buttons) free(event.pointerId); }, true);
addEventListener("keydown", (event) => { if (event.key === " " && !typed(event.target)) held.add(" "); }, true);
addEventListener("keyup", (event) => { if (event.key === " ") free(" "); }, true);
addEventListener("compositionstart", () => held.add("composed"), true);
addEventListener("compositionend", () => free("composed"), true);
for (const end of ["blur", "pagehide"]) addEventListener(end, freeAll);
document.addEventListener("visibilitychange", freeAll);
