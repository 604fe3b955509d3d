"use strict";
// Hides what does not have all words of the filter; where no script runs, everything is shown.
const box = document.getElementById("filter"), all = [...document.querySelectorAll("[data-find]")];
box.parentElement.hidden = false;
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const one of all) one.hidden = !words.every(word => one.dataset.find.toLowerCase().includes(word));
  document.getElementById("count").textContent = words.length ? all.filter(one => !one.hidden).length + " of " + all.length : "";
});
