// Small conveniences of every page. Each works on data attributes; without scripts nothing is lost.

// Words for the dice, to be mixed into every roll: drawn by the browser, so no server chose them.
const WORDS = (
  "amber anvil apple badger barrel basin birch boots bramble bridge bucket button cabin candle canyon " +
  "cedar chimney clay clover copper cricket dawn dust ember fern ferry fiddle flint foxglove frost " +
  "garnet gravel hammer harbour hazel heron hollow honey ivy jasper juniper kettle lantern larch " +
  "lichen linen maple marble marten meadow mint moss mule nettle oak orchard otter pan pebble pepper " +
  "pickaxe pine plum pocket quarry quartz quill rain raven ridge river rope rust saddle sage shovel " +
  "silver sluice sorrel sparrow spruce stirrup summit tallow thimble thistle timber tin tunnel valley " +
  "velvet wagon walnut whistle willow wren"
).split(" ");

function phrase() {
  const drawn = crypto.getRandomValues(new Uint32Array(5));
  // 2^32 is no multiple of the number of words; the difference is far too small to matter here.
  return Array.from(drawn, (n) => WORDS[n % WORDS.length]).join(" ");
}

// Fill empty fields for the dice; called again for markup that arrives later.
export function fillPhrases(root = document) {
  for (const field of root.querySelectorAll("input[data-phrase]")) {
    if (!field.value) field.value = phrase();
  }
  for (const button of root.querySelectorAll("[data-new-phrase], [data-copy], [data-close]")) button.hidden = false;
}

function applyTheme(theme) {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  try {
    if (theme) localStorage.setItem("theme", theme);
    else localStorage.removeItem("theme");
  } catch { /* storage may be forbidden; the theme then holds for this page */ }
}

function markTheme(group) {
  const now = document.documentElement.dataset.theme || "";
  for (const button of group.querySelectorAll("[data-theme-set]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeSet === now));
  }
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  if (!field) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // plain http has no clipboard interface
  }
  const words = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = words; }, 2000);
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const theme = target.closest("[data-theme-set]");
  if (theme) {
    applyTheme(theme.dataset.themeSet);
    markTheme(theme.parentElement);
  }
  const copies = target.closest("[data-copy]");
  if (copies) copy(copies);
  target.closest("[data-close]")?.closest(".toast").remove();
  const again = target.closest("[data-new-phrase]");
  if (again) document.getElementById(again.dataset.newPhrase).value = phrase();
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(target)) menu.open = false;
  }
});

document.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLInputElement && "select" in event.target.dataset) event.target.select();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    const menu = document.querySelector("details[data-menu][open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
    return;
  }
  // Keys of the stepper; never while something is typed or a control has its own use for them.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]")) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    document.querySelector(`[data-key="${event.key}"]`)?.click();
  }
});

// The form of a new table: a preset fills in its options, and only seats in use are shown.
function newTable(form) {
  const presets = form.querySelectorAll("[data-sets]");
  const field = (name) => [...form.elements].filter((e) => e.name === `option-${name}` && e.type !== "hidden");

  // Which preset the options show now: none, once one of them was changed.
  const mark = () => {
    const shows = (name, value) => field(name).every((e) => {
      if (e.type === "checkbox") return e.checked === value;
      return (e.type === "radio" && !e.checked) || e.value === String(value);
    });
    const fits = [...presets].filter((p) => Object.entries(JSON.parse(p.dataset.sets)).every(([n, v]) => shows(n, v)));
    for (const p of presets) p.checked = fits.includes(p) && (p.checked || !fits.some((f) => f.checked));
    const shown = form.querySelector('[name="shown-preset"]');
    if (shown) shown.value = [...presets].find((p) => p.checked)?.value ?? "";
  };

  const fill = (sets) => {
    for (const [name, value] of Object.entries(sets)) {
      for (const e of field(name)) {
        if (e.type === "checkbox") e.checked = value === true;
        else if (e.type === "radio") e.checked = e.value === String(value);
        else e.value = String(value);
      }
    }
    seats();
  };
  const seats = () => {
    const players = Number(form.querySelector("[data-players]:checked")?.value ?? 99);
    for (const row of form.querySelectorAll("[data-seat-row]")) {
      row.hidden = Number(row.dataset.seatRow) > players;
      const chosen = row.querySelector("[data-seat]").selectedOptions[0];
      row.querySelector("[data-here]").parentElement.hidden = chosen.value !== "here";
      const about = row.querySelector("[data-about-place]");
      about.textContent = chosen.dataset.about || "";
      about.hidden = !chosen.dataset.about;
    }
    // where nobody is awaited there is nothing to be found
    const awaited = [...form.querySelectorAll("[data-seat]")].some((e) => !e.closest("[data-seat-row]").hidden && e.value === "person");
    for (const listed of form.querySelectorAll("[data-listed]")) listed.hidden = !awaited;
    // who begins can only be a seat that is there
    for (const option of form.querySelectorAll('[name="option-first"] option')) {
      option.disabled = option.hidden = Number(option.value) > players;
      if (option.disabled && option.selected) option.parentElement.value = "1";
    }
  };
  form.addEventListener("change", (event) => {
    const target = event.target;
    if (target.dataset.submits) form.requestSubmit(form.querySelector(`[name="do"][value="${target.dataset.submits}"]`));
    else if (target.dataset.sets) fill(JSON.parse(target.dataset.sets));
    else seats();
    if (target.name?.startsWith("option-") || target.dataset.sets) mark();
  });
  for (const plain of form.querySelectorAll("[data-plain]")) plain.hidden = true;
  if (presets.length) seats();
}

for (const form of document.querySelectorAll("[data-new-table]")) newTable(form);
for (const group of document.querySelectorAll("[data-themes]")) {
  group.hidden = false;
  markTheme(group);
}
for (const form of document.querySelectorAll("[data-slider]")) {
  for (const plain of form.querySelectorAll("[data-plain]")) plain.hidden = true;
  form.addEventListener("change", () => form.requestSubmit());
  form.addEventListener("input", () => {
    const slider = form.querySelector("input[type=range]");
    form.querySelector("output").textContent = `${slider.value} / ${slider.max}`;
  });
}
fillPhrases();
