// Dragging pieces of the hand over the table, with a mouse, a pen or a finger. What a drop means is
// said by who asks: lift(input) when a piece leaves the hand, drop(input, target) where it is put
// down on a [data-drop], end() in any case that changes nothing.

const FAR = 8; // px that a press must move to be no tap

export function drags(hand, { lift, drop, end }) {
  let held = null; // {input, picture, x, y, id, ghost, over}

  hand.addEventListener("pointerdown", (event) => {
    const piece = event.target.closest("[data-hand]");
    const input = piece?.querySelector("[data-piece]");
    if (held || !input || event.button !== 0 || !event.isPrimary) return;
    if (input.getAttribute("aria-disabled") === "true" || "gone" in piece.dataset || !hand.querySelector("[data-drop]")) return;
    held = { input, picture: piece.querySelector("svg.f"), x: event.clientX, y: event.clientY, id: event.pointerId };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", off);
  });

  function move(event) {
    if (event.pointerId !== held.id) return;
    if (!hand.isConnected) return off();
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (!held.ghost) {
      if (Math.hypot(dx, dy) < FAR) return;
      raise();
    }
    held.ghost.style.translate = `${dx}px ${dy}px`;
    over(targetAt(event));
  }

  // A copy of the piece follows the pointer; its place in the hand keeps an outline.
  function raise() {
    const box = held.picture.getBoundingClientRect();
    const ghost = held.picture.cloneNode(true);
    ghost.classList.add("ghost");
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(ghost);
    held.ghost = ghost;
    held.input.closest("[data-hand]").dataset.gone = "";
    hand.dataset.dragging = "";
    lift(held.input);
  }

  function targetAt(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = under?.closest("[data-drop]");
    return target && hand.contains(target) ? target : null;
  }

  function over(target) {
    if (held.over === target) return;
    if (held.over) delete held.over.dataset.over;
    held.over = target;
    if (target) target.dataset.over = "";
  }

  function up(event) {
    if (event.pointerId !== held.id) return;
    const { input, ghost } = held;
    const target = ghost ? targetAt(event) : null;
    off();
    if (!ghost) return;
    // the press that carried the piece is no tap on it
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (target) drop(input, target);
    else end();
  }

  function swallow(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  function off(event) {
    if (event && held && event.pointerId !== held.id) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", off);
    if (!held) return;
    over(null);
    if (held.ghost) {
      held.ghost.remove();
      delete held.input.closest("[data-hand]").dataset.gone;
      delete hand.dataset.dragging;
      if (event?.type === "pointercancel") end();
    }
    held = null;
  }
}
