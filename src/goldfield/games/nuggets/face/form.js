// The land in the form of a new table: a mine is picked up and put down, by tap or by keyboard. What
// counts are the fields beside it; whether a layout is one, only the server says.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function layout(root) {
  const land = root.querySelector("[data-land]");
  const tray = root.querySelector("[data-tray]");
  const said = root.querySelector("[data-said]");
  const cells = [...land.querySelectorAll("[data-space]")];
  const kinds = [...root.querySelectorAll('[name="option-layout.kind"]')];
  const fields = new Map([...root.querySelectorAll(".spaces input")].map((e) => [e.name.split(".")[1], e]));
  const usual = new Map(land.dataset.usual.split(" ").map((item) => item.split("=")));
  const help = said.textContent;
  let picked = ""; // the marker in hand
  let own = null; // what was laid before the usual was looked at again

  const kind = () => kinds.find((e) => e.checked)?.value;
  const space = (part) => fields.get(part).value.trim().toLowerCase();
  const fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
  const say = (text, values = {}) => { said.textContent = fill(text, values); };

  // Of several markers on one space the first one lies there; the others lie in the tray.
  function draw() {
    const lies = new Map();
    for (const part of fields.keys()) if (!lies.has(space(part))) lies.set(space(part), part);
    const laid = new Set();
    for (const cell of cells) {
      const part = lies.get(cell.dataset.space);
      const picture = cell.querySelector("svg");
      if (part) {
        laid.add(part);
        picture.firstElementChild.setAttribute("href", `#mine-${part[0]}`);
      }
      cell.dataset.lies = part ?? "";
      picture.toggleAttribute("hidden", !part);
      cell.setAttribute("aria-label", fill(part ? land.dataset.mine : land.dataset.free, { space: cell.dataset.space, value: part?.[0] }));
      cell.setAttribute("aria-pressed", String(Boolean(part) && part === picked));
    }
    for (const button of tray.children) {
      button.hidden = laid.has(button.dataset.part);
      button.setAttribute("aria-pressed", String(button.dataset.part === picked));
    }
    tray.hidden = ![...tray.children].some((button) => !button.hidden);
  }

  function lay(part, where) {
    fields.get(part).value = where;
    fields.get(part).dispatchEvent(new Event("change", { bubbles: true }));
  }

  function choose(which) {
    const radio = kinds.find((e) => e.value === which);
    if (radio.checked) return;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function pick(part) {
    picked = picked === part ? "" : part;
    say(picked ? land.dataset.picked : help, { value: part[0] });
    draw();
  }

  function press(cell) {
    const there = cell.dataset.lies;
    if (!picked || picked === there) {
      if (there) pick(there);
      return;
    }
    const [part, from] = [picked, space(picked)];
    picked = "";
    own = null;
    choose("own");
    lay(part, cell.dataset.space);
    if (there) lay(there, from);
    say(there ? land.dataset.swapped : land.dataset.put, { value: part[0], space: cell.dataset.space });
    draw();
  }

  function look(cell) {
    for (const other of cells) other.tabIndex = other === cell ? 0 : -1;
  }

  // The neighbour on the screen: on a narrow one the land is turned.
  function beside(cell, [dx, dy]) {
    const box = cell.getBoundingClientRect();
    const [x, y] = [box.left + (dx + 0.5) * box.width, box.top + (dy + 0.5) * box.height];
    return cells.find((other) => {
      const { left, right, top, bottom } = other.getBoundingClientRect();
      return left < x && x < right && top < y && y < bottom;
    });
  }

  land.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-space]");
    if (!cell) return;
    look(cell);
    press(cell);
  });
  tray.addEventListener("click", (event) => {
    const button = event.target.closest("[data-part]");
    if (button) pick(button.dataset.part);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && picked) pick(picked);
    const cell = event.target.closest("[data-space]");
    const step = cell && ARROWS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = beside(cell, step);
    if (!next) return;
    look(next);
    next.focus();
  });
  root.addEventListener("input", draw);
  root.addEventListener("change", (event) => {
    if (!kinds.includes(event.target)) return;
    const now = new Map([...fields.keys()].map((part) => [part, fields.get(part).value]));
    if (kind() === "standard") {
      own = now;
      for (const [part, where] of usual) fields.get(part).value = where;
    } else if (kind() === "own" && own) {
      for (const [part, where] of own) fields.get(part).value = where;
    }
    draw();
  });
  // A preset fills in the fields without a word; it has by the time this runs.
  root.closest("form").addEventListener("change", () => setTimeout(draw));

  for (const part of [land, said]) part.hidden = false;
  look(cells[0]);
  draw();
}

for (const root of document.querySelectorAll("[data-layout]")) layout(root);
