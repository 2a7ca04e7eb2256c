// Small conveniences of every page. Each works on data attributes; without scripts nothing is lost.

// Words for the dice, to be mixed into every roll: drawn by the browser, so no server chose them.
const WORDS = (document.body.dataset.words ?? "").split(" ");

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
  const shut = target.closest("[data-shut]");
  if (shut) {
    event.preventDefault();
    close(shut.closest("details"));
  }
  const again = target.closest("[data-new-phrase]");
  if (again) document.getElementById(again.dataset.newPhrase).value = phrase();
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(target)) menu.open = false;
  }
});

function close(menu) {
  menu.open = false;
  menu.querySelector("summary").focus();
}

document.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLInputElement && "select" in event.target.dataset) event.target.select();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    const menu = document.querySelector("details[data-menu][open]");
    if (menu) close(menu);
    return;
  }
  // Keys of the stepper; never while something is typed or a control has its own use for them.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]")) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    document.querySelector(`[data-key="${event.key}"]`)?.click();
  }
});

// The list of keys: a page of its own without scripts, else a dialog over what is there. The one key
// that opens it can be switched off, for people whose tools send keys of their own.
const keys = document.getElementById("keys");
const TYPED = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

function keysOn(on) {
  try {
    if (on === undefined) return localStorage.getItem("keys") !== "off";
    if (on) localStorage.removeItem("keys");
    else localStorage.setItem("keys", "off");
  } catch { /* storage may be forbidden; the key then works */ }
  return true;
}

if (keys) {
  const choice = keys.querySelector("[data-keys-on]");
  choice.checked = keysOn();
  choice.addEventListener("change", () => keysOn(choice.checked));
  document.addEventListener("click", (event) => {
    if (event.target === keys) return keys.close(); // beside the list
    if (!event.target.closest?.("[data-keys]")) return;
    event.preventDefault();
    keys.showModal();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!choice.checked || keys.open || event.target.closest?.(TYPED)) return;
    event.preventDefault();
    keys.showModal();
  });
}

// Escape leaves a text field: to the board where there is one, so that its keys work again.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  if (!event.target.closest?.(".chat [name=text]")) return;
  const board = document.getElementById("board");
  const next = board?.querySelector("[data-piece]:not([aria-disabled], [tabindex='-1'])") ?? document.querySelector("main h1[tabindex]");
  if (next) next.focus();
  else event.target.blur();
});

// The form of a new table: a preset fills in its options, and only seats in use are shown.
function newTable(form) {
  const presets = form.querySelectorAll("[data-sets]");
  const field = (name) => [...form.elements].filter((e) => e.name === `option-${name}` && e.type !== "hidden");

  // Which preset the options show now: none, once one of them was changed.
  const mark = () => {
    const shows = (name, value) => field(name).every((e) => {
      if (e.type === "checkbox") return e.checked === value;
      if (e.inputMode === "numeric") return Number(e.value) === Number(value);
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
    sums();
  };
  // How many things the parts of an option count, or how many parts hold one value.
  const sums = () => {
    for (const out of form.querySelectorAll("[data-sum]")) {
      const parts = [...form.elements].filter((e) => e.name.startsWith(out.dataset.sum));
      const counted = "value" in out.dataset ? parts.map((e) => e.value === out.dataset.value) : parts.map((e) => e.value);
      out.value = counted.reduce((sum, n) => sum + (Number(n) || 0), 0);
    }
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
    for (const mark of form.querySelectorAll("[data-mark]:checked")) {
      if (mark.closest("[data-seat-row]").hidden) form.querySelector(`[name="${mark.name}"][data-no-mark]`).checked = true;
    }
  };
  form.addEventListener("change", (event) => {
    const target = event.target;
    if (target.dataset.submits) form.requestSubmit(form.querySelector(`[name="do"][value="${target.dataset.submits}"]`));
    else if (target.dataset.sets) fill(JSON.parse(target.dataset.sets));
    else seats();
    if (target.name?.startsWith("option-") || target.dataset.sets) mark();
  });
  form.addEventListener("input", sums);
  for (const plain of form.querySelectorAll("[data-plain]")) plain.hidden = true;
  const show = () => {
    if (presets.length) seats();
    sums();
  };
  show();
  addEventListener("pageshow", show); // whoever comes back finds what was typed; so it is shown as well
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
// From step to step one goes on where one was: at the same height, on the same control.
function stepping(main) {
  const KEY = "stepped";
  const controls = [...main.querySelectorAll(".stepper :is(a, button, input, span.btn)")];
  const game = main.dataset.game;
  const keep = () => {
    const at = document.activeElement;
    const held = at.matches(":focus-visible") ? controls.indexOf(at) : -1;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ game, y: scrollY, held }));
    } catch { /* storage may be forbidden; the next step then shows its top */ }
  };
  main.addEventListener("click", (event) => {
    if (event.target.closest(".stepper a")) keep();
  });
  main.addEventListener("submit", keep);
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    sessionStorage.removeItem(KEY);
    if (kept.game !== game) return;
    scrollTo({ top: kept.y, behavior: "instant" });
    controls[kept.held]?.focus({ preventScroll: true });
  } catch { /* as above */ }
}

for (const main of document.querySelectorAll(".stepping")) stepping(main);
fillPhrases();
