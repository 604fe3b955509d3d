const form = document.getElementById("filter");
const input = form.querySelector("input");
const count = form.querySelector("output");
const parts = [...document.querySelectorAll("[data-text]")].map(of => [of, of.dataset.text.toLowerCase()]);
const groups = [...document.querySelectorAll("[data-group]")].reverse();
function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const [of, text] of parts) {
    of.hidden = !words.every(word => text.includes(word));
    shown += !of.hidden;
  }
  for (const group of groups) group.hidden = !group.querySelector("[data-text]:not([hidden])");
  count.textContent = words.length ? shown + " of " + parts.length : "";
}
form.hidden = false;
input.addEventListener("input", filter);
form.addEventListener("submit", event => event.preventDefault());
addEventListener("hashchange", () => { // A link leads to what the filter hides.
  const to = document.getElementById(location.hash.slice(1));
  if (to && to.closest("[hidden]")) { input.value = ""; filter(); to.scrollIntoView(); }
});
filter();
