// One stop of the tabulator for a group of pieces, and arrow keys from piece to piece within it.
//
// A [data-rove] holds inputs with data-piece. Those that are no stops anyway (tabindex -1) stay out;
// without scripts each of the others is a stop of its own.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function roves(root) {
  for (const group of root.querySelectorAll("[data-rove]")) {
    const pieces = [...group.querySelectorAll("[data-piece]:not([tabindex])")];
    const stop = (here) => { for (const e of pieces) e.tabIndex = e === here ? 0 : -1; };
    stop(pieces.find((e) => e.getAttribute("aria-disabled") !== "true") ?? pieces[0]);
    group.addEventListener("focusin", (event) => { if (pieces.includes(event.target)) stop(event.target); });
    group.addEventListener("keydown", (event) => {
      const at = pieces.indexOf(event.target);
      if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      let to = at + (STEPS[event.key] ?? 0);
      if (event.key === "Home") to = 0;
      else if (event.key === "End") to = pieces.length - 1;
      else if (to === at) return;
      event.preventDefault();
      pieces[(to + pieces.length) % pieces.length].focus();
    });
  }
}
