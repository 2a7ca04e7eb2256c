// What happened last stands in a place of fixed height, so that nothing below it moves. Where it is
// longer than that place, a button lays all of it over the page. Without scripts nothing is cut.

const texts = () => [...document.querySelectorAll("[data-news]")];

function set(news, open) {
  news.toggleAttribute("data-open", open);
  news.querySelector("[data-unfold]").setAttribute("aria-expanded", String(open));
}

// Offers the button where it is needed; called again for markup that arrives later.
export function unfold() {
  for (const news of texts()) {
    if ("open" in news.dataset) continue;
    const text = news.querySelector(":scope > span");
    const button = news.querySelector("[data-unfold]");
    if (!text || !button) continue;
    button.hidden = true;
    button.hidden = text.scrollHeight <= text.clientHeight + 1;
  }
}

document.addEventListener("click", (event) => {
  const here = event.target.closest?.("[data-news]");
  for (const news of texts()) if (news !== here && "open" in news.dataset) set(news, false);
  if (event.target.closest?.("[data-unfold]")) set(here, !("open" in here.dataset));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const news of texts()) if ("open" in news.dataset) set(news, false);
});
addEventListener("resize", () => {
  for (const news of texts()) if ("open" in news.dataset) set(news, false);
  unfold();
});
document.fonts?.ready.then(unfold);
unfold();
