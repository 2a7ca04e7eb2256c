// Puts the chosen theme on the page before anything is drawn. A plain script, so that it blocks.
(() => {
  let theme = "";
  try { theme = localStorage.getItem("theme") || ""; } catch { document.documentElement.classList.add("forgets"); }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  document.documentElement.classList.add("scripted");
})();
