// What travelled over the table since the page was last shown, played once.
//
// Lines of the log carry it as data-moved: [{from, to, what, turn}, {roll}]. Places of a template
// have a name in data-spot (and in data-picture what is taken up there), dice in hand their face in
// data-face. A step without `to` goes on with
// the next one without `from`: what was taken up is turned over on its way. A step without `what`
// happens where it ends: the place gets the class "struck" for a moment. Input never waits for
// any of it, and whoever wants no motion sees what is new with a rim around it instead.

const EASE = "cubic-bezier(.2,.8,.2,1)";
const STEP = 220; // ms from one place to another
const TURN = 190; // ms for each half of a turn
const MOST = 6; // steps that are played: of a long absence the last ones

// Where all places are, and what lies there.
export function places(root) {
  const seen = new Map();
  for (const e of root.querySelectorAll("[data-spot]")) {
    const box = e.getBoundingClientRect();
    if (!box.width) continue;
    if (!seen.has(e.dataset.spot)) seen.set(e.dataset.spot, []);
    seen.get(e.dataset.spot).push({ box, what: e.dataset.picture?.split(" ") });
  }
  return seen;
}

// Everything that moved after position `since`, in the order it happened.
export function news(root, since) {
  const lines = [...root.querySelectorAll("#log [data-moved]")].filter((li) => Number(li.dataset.at) > since);
  return lines.reverse().flatMap((li) => JSON.parse(li.dataset.moved));
}

export function play(root, moved, before, calm) {
  tumble(root, moved.findLast((one) => one.roll), calm);
  const steps = joined(moved).slice(-MOST);
  const targets = new Map(); // the last pieces of a place are those that came last
  for (const step of [...steps].reverse()) {
    const there = [...root.querySelectorAll(`[data-spot="${step.to}"]`)];
    const taken = targets.get(step.to) ?? 0;
    step.target = there[Math.max(0, there.length - 1 - taken)];
    targets.set(step.to, taken + 1);
  }
  let start = 0;
  for (const step of steps) {
    if (!step.target) continue;
    if (calm) mark(step.target);
    else if (!step.what) strike(step.target, (start += STEP / 2));
    else start = travel(step, before.get(step.from)?.shift(), start);
  }
}

function joined(moved) {
  const steps = [];
  let taken = "";
  for (const one of moved) {
    if (one.from && !one.to) taken = one.from;
    else if (one.to) steps.push({ ...one, from: one.from ?? taken });
  }
  return steps;
}

function travel(step, origin, start) {
  const { target } = step;
  const to = target.getBoundingClientRect();
  const from = origin?.box ?? to;
  if (step.turn && origin?.what) {
    const turning = [{ rotate: "y 0deg" }, { rotate: "y 90deg" }];
    later(start, origin.what, from, turning, { duration: TURN, easing: "ease-in" });
    start += TURN;
  }
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const there = { translate: `${dx}px ${dy}px`, scale: String(from.width / to.width) };
  const here = { translate: "0 0", scale: "1" };
  const duration = step.turn ? TURN + STEP : STEP;
  const path = step.turn
    ? [{ ...there, rotate: "y -80deg" }, { ...there, rotate: "y 0deg", offset: TURN / duration }, { ...here, rotate: "y 0deg" }]
    : [there, here];
  later(start, step.what, to, path, { duration, easing: EASE });
  // where something new lies, it is not seen before it has arrived
  if (!("heap" in target.dataset)) target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: start + duration });
  return start + duration * 0.7;
}

// After so many ms pictures appear over the page, move, and are gone.
function later(start, names, box, path, timing) {
  setTimeout(() => {
    const card = over(names, box);
    card.animate(path, { ...timing, fill: "both" }).finished.catch(() => {}).finally(() => card.remove());
  }, start);
}

// Pictures laid over the page, out of the way of every control.
function over(names, box) {
  const place = document.createElement("span");
  place.className = "ghost carried";
  place.setAttribute("aria-hidden", "true");
  for (const name of names) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#${name}`);
    svg.append(use);
    place.append(svg);
  }
  Object.assign(place.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(place);
  return place;
}

function tumble(root, rolled, calm) {
  if (!rolled) return;
  const left = [...root.querySelectorAll(".hand [data-face]")].reverse();
  for (const face of [...rolled.roll].reverse()) {
    const i = left.findIndex((e) => e.dataset.face === face);
    if (i < 0) continue;
    const [die] = left.splice(i, 1);
    if (calm) mark(die);
    else {
      die.classList.add("tumbles");
      setTimeout(() => die.classList.remove("tumbles"), 1500);
    }
  }
}

function strike(element, start) {
  setTimeout(() => element.classList.add("struck"), start);
  setTimeout(() => element.classList.remove("struck"), start + 700);
}

function mark(element) {
  element.classList.add("changed");
  setTimeout(() => element.classList.remove("changed"), 1500);
}
