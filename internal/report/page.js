"use strict";
// What the page shows is made here from the data that it holds, with nothing but text: no
// value of the input becomes markup.

const all = selector => [...document.querySelectorAll(selector)];

// make makes an element; what is added is elements and texts.
function make(name, attributes, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== undefined && value !== null && value !== false && value !== "") element.setAttribute(key, value);
  }
  element.append(...content.filter(part => part !== null && part !== undefined && part !== ""));
  return element;
}

async function unpacked() {
  const bytes = Uint8Array.from(atob(document.getElementById("data").textContent), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// ---- words that differ

const words = text => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) || [];

// differing gives for each word of a text whether another text has it at that place: the
// longest common subsequence, of long texts only beginnings and ends.
function differing(text, other) {
  const a = words(text), b = words(other);
  const marked = new Array(a.length).fill(true);
  let from = 0, to = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) marked[from++] = false;
  while (to < a.length - from && to < b.length - from && a[a.length - 1 - to] === b[b.length - 1 - to]) marked[a.length - 1 - to++] = false;
  const m = a.length - from - to, n = b.length - from - to;
  if (m > 0 && n > 0 && m * n <= 40000) {
    const table = Array.from({ length: m + 1 }, () => new Uint16Array(n + 1));
    for (let i = m - 1; i >= 0; i--) {
      for (let j = n - 1; j >= 0; j--) {
        table[i][j] = a[from + i] === b[from + j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
      }
    }
    for (let i = 0, j = 0; i < m && j < n;) {
      if (a[from + i] === b[from + j]) { marked[from + i] = false; i++; j++; }
      else if (table[i + 1][j] >= table[i][j + 1]) i++;
      else j++;
    }
  }
  return a.map((word, i) => [word, marked[i]]);
}

// marking is a text with its words that another text does not have marked.
function marking(text, other) {
  if (other === undefined || other === null || text === other) return [text];
  const parts = differing(text, other);
  if (parts.every(([word, differs]) => differs || !word.trim())) return [text]; // All is new: a mark says nothing.
  const content = [];
  for (const [word, differs] of parts) {
    const last = content[content.length - 1];
    if (differs && last instanceof Element) last.append(word);
    else content.push(differs ? make("mark", {}, word) : word);
  }
  return content;
}

// ---- conflicts

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { class: "copied" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

function copying(label, text) {
  const button = make("button", { type: "button", class: "copy", "aria-label": "Copy: " + text.trim() }, "Copy");
  button.addEventListener("click", () => copy(button, text));
  return make("div", { class: "way" }, make("span", { class: "soft" }, label), make("pre", {}, text.replace(/\n$/, "")), button);
}

function waysOf(conflict) {
  const ways = conflict.ways || [];
  const commands = ways.filter(way => way.command).map(way => copying(way.label, way.command));
  let rules = ways.filter(way => way.rule).map(way => copying(way.label, way.rule));
  if (commands.length && rules.length) rules = [make("details", {}, make("summary", {}, "In the configuration, so that nobody asks again"), ...rules)];
  if (!ways.length && !conflict.instead) return null;
  return make("details", { class: "ways", open: conflict.open },
    make("summary", {}, conflict.open ? "Answer it" : "For another outcome"),
    conflict.instead && !commands.length ? make("p", { class: "soft" }, sentence(conflict.instead)) : null, ...commands, ...rules);
}

const sentence = text => text.charAt(0).toUpperCase() + text.slice(1) + ".";

// sideOf shows what one version has; lines that all have at the beginning and at the end of
// long values are left out.
function sideOf(side, other, begin, end) {
  const head = make("h4", {}, side.name, " ", side.at ? make("span", { class: "at" }, side.at) : null, side.taken ? make("span", { class: "took" }, "✓ taken") : null);
  let content = [make("span", { class: "soft" }, side.says || "empty")];
  let long = false;
  if (side.text) {
    const lines = side.text.split("\n"), others = other ? other.split("\n") : null;
    const shown = lines.slice(begin, lines.length - end);
    long = shown.length > 10;
    const compared = others ? others.slice(begin, others.length - end).join("\n") : null;
    content = [alike(begin), ...marking(shown.join("\n"), compared), alike(end)].filter(Boolean);
  }
  return make("div", { class: side.taken ? "side taken" : "side" }, head, make("pre", { tabindex: long ? "0" : null, "aria-label": side.name }, ...content));
}

const alike = n => n > 0 ? make("span", { class: "alike" }, "… " + n + (n === 1 ? " line" : " lines") + " alike …") : null;

function cardOf(conflict, i, data) {
  const texts = conflict.sides.filter(s => s.text).map(s => s.text.split("\n"));
  let begin = 0, end = 0;
  const shortest = Math.min(...texts.map(t => t.length));
  if (texts.length > 1 && shortest > 8) {
    const same = at => texts.every(t => at(t) === at(texts[0]));
    while (begin < shortest && same(t => t[begin])) begin++;
    while (end < shortest - begin && same(t => t[t.length - 1 - end])) end++;
    begin = Math.max(0, begin - 2); end = Math.max(0, end - 2);
  }
  const was = conflict.sides[0].text, upstream = conflict.sides[1].text, yours = conflict.sides[2].text;
  const against = was ? [null, was, was] : [null, yours, upstream];
  const link = conflict.file >= 0 ? make("a", { href: "#file-" + conflict.file }, "show in the file") : null;
  if (link) link.addEventListener("click", event => { event.preventDefault(); showLine(conflict, i); });
  return make("section", { class: conflict.open ? "conflict open" : "conflict", id: "conflict-" + (i + 1), tabindex: "-1" },
    make("h3", {}, conflict.resource ? make("span", {}, conflict.resource + " ") : null, conflict.path ? make("code", {}, conflict.path) : null),
    make("p", { class: "where" }, make("code", {}, conflict.at || ""), " ", link),
    make("p", {}, conflict.title + ": ", make("strong", {}, conflict.outcome), conflict.why ? make("span", { class: "soft" }, " (" + conflict.why + ")") : null),
    make("div", { class: "sides" }, ...conflict.sides.map((side, k) => sideOf(side, against[k], begin, end))),
    waysOf(conflict));
}

// ---- files

// cellsOf takes a row apart: the texts of its columns, null where one has no such line, and
// who made each what it is.
function cellsOf(row, columns) {
  if (typeof row === "string") return { texts: new Array(columns).fill(row), letters: "-".repeat(columns) };
  const texts = [];
  for (const cell of row.slice(1)) texts.push(typeof cell === "string" ? cell : cell === 0 ? null : texts[cell - 1]);
  return { texts, letters: row[0] };
}

const origins = { u: "up", d: "down", b: "both" };

function rowOf(cells, lines, file, marks) {
  const last = cells.texts.length - 1, row = make("tr");
  const original = file.columns.findIndex(c => c.version === "original");
  if (cells.texts[file.dest] === cells.texts[last]) row.classList.add("same");
  cells.texts.forEach((text, k) => {
    const shown = k === file.dest || k === last;
    const extra = (shown ? "" : " other") + (k === file.dest ? " mine" : k === last ? " result" : "");
    const origin = origins[cells.letters[k]] || "";
    const against = k === last ? cells.texts[file.dest] : k === file.dest ? cells.texts[last] : original >= 0 && k !== original ? cells.texts[original] : null;
    const number = make("td", { class: "number" + extra + (text === null ? " absent" : "") });
    if (text !== null) {
      for (const id of marks[k] && marks[k].get(lines[k]) || []) {
        number.append(make("a", { class: "mark", id: "line-" + id, href: "#conflict-" + id, "aria-label": "conflict " + id }, "!"));
      }
      number.append(String(lines[k]));
    }
    row.append(number, make("td", { class: "text" + extra + (origin ? " " + origin : "") + (text === null ? " absent" : "") },
      ...(text === null ? [] : origin || shown && against !== null ? marking(text, against) : [text])));
  });
  return row;
}

// rowsOf makes the rows of a part; lines are the numbers in front of its first row.
function rowsOf(part, file, marks) {
  const lines = [...part.lines];
  return (part.rows || []).map(row => {
    const cells = cellsOf(row, file.columns.length);
    cells.texts.forEach((text, k) => { if (text !== null) lines[k]++; });
    return rowOf(cells, lines, file, marks);
  });
}

function tableOf(file, marks) {
  const last = file.columns.length - 1;
  const extra = k => (k === file.dest || k === last ? "" : " other") + (k === file.dest ? " mine" : k === last ? " result" : "");
  const table = make("table", { class: "grid" },
    make("colgroup", {}, ...file.columns.flatMap((c, k) => [make("col", { class: "number" + extra(k) }), make("col", { class: "text" + extra(k) })])),
    make("thead", {}, make("tr", {}, ...file.columns.map((c, k) => make("th", { scope: "col", colspan: "2", class: extra(k).trim() }, c.version + " ", make("span", { class: "soft" }, c.file || ""))))));
  let resource = null;
  for (const part of file.parts || []) {
    const body = make("tbody");
    if (part.resource && part.resource !== resource) body.append(acrossOf("th", { class: "about", scope: "rowgroup" }, file, part.resource));
    resource = part.resource || resource;
    if (part.folded) body.append(foldOf(part, file, marks));
    else body.append(...rowsOf(part, file, marks));
    if (part.more) body.append(acrossOf("td", { class: "fold" }, file, part.more));
    table.append(body);
  }
  return make("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": file.name }, table);
}

// foldOf stands for rows that the merge did not change, and is replaced by them if somebody asks.
function foldOf(part, file, marks) {
  const text = "… " + part.folded + (part.folded === 1 ? " line" : " lines") + " that the merge left alone …";
  if (!part.rows) return acrossOf("td", { class: "fold" }, file, text);
  const button = make("button", { type: "button" }, text), row = acrossOf("td", { class: "fold" }, file, button);
  button.addEventListener("click", () => row.replaceWith(...rowsOf(part, file, marks)));
  return row;
}

// acrossOf is a row across all columns, of which some may be hidden.
function acrossOf(name, attributes, file, content) {
  const shown = file.dest === file.columns.length - 1 ? 1 : 2, others = file.columns.length - shown;
  const row = make("tr", {}, make(name, { ...attributes, colspan: String(2 * shown) }, content));
  if (others > 0) row.append(make("td", { class: attributes.class + " other", colspan: String(2 * others) }));
  return row;
}

function fileOf(file, i, data) {
  const marks = (file.columns || []).map(() => new Map());
  data.conflicts.forEach((c, k) => {
    if (c.file !== i || !c.line) return;
    const at = marks[c.column || 0];
    at.set(c.line, [...(at.get(c.line) || []), k + 1]);
  });
  const details = make("details", { class: "file", id: "file-" + i, open: !file.folded },
    make("summary", {}, file.name + " ", make("span", { class: "soft" }, file.status + (file.folded ? "; " + file.folded : ""))));
  if (file.says) { details.append(make("p", { class: "soft" }, file.says)); return details; }
  // A table is made when somebody first sees the file.
  details.draw = () => {
    if (!details.drawn) { details.drawn = true; details.append(tableOf(file, marks)); }
  };
  details.addEventListener("toggle", () => { if (details.open) details.draw(); });
  return details;
}

// drawLater makes the tables of open files as they come near what is seen.
function drawLater() {
  const near = new IntersectionObserver(entries => {
    for (const entry of entries) if (entry.isIntersecting && entry.target.open) { entry.target.draw(); near.unobserve(entry.target); }
  }, { rootMargin: "800px" });
  for (const file of all(".file")) if (file.draw) near.observe(file);
}

function showLine(conflict, i) {
  const file = document.getElementById("file-" + conflict.file);
  if (!file) return;
  file.hidden = false;
  file.open = true;
  if (file.draw) file.draw();
  let line = document.getElementById("line-" + (i + 1));
  if (line && getComputedStyle(line.closest("td")).display === "none") { setAll(true); line = document.getElementById("line-" + (i + 1)); }
  const to = line ? line.closest("tr") : file;
  for (const other of all("tr.shown")) other.classList.remove("shown");
  to.classList.add("shown");
  to.scrollIntoView({ block: "center" });
}

// ---- the page

function setAll(on) {
  document.body.classList.toggle("all", on);
  const box = document.getElementById("all");
  if (box) box.checked = on;
}

function legendOf(data) {
  const entry = (name, text) => make("li", {}, make("span", { class: name }, text));
  const marks = [make("li", {}, make("mark", {}, "words"), " that differ"), make("li", {}, make("span", { class: "mark" }, "!"), " conflict")];
  return make("ul", { class: "legend", "aria-label": "Legend" },
    ...(data.patched ? [entry("up", "new"), entry("down", "as it was")] : [entry("up", "changed upstream"), entry("down", "changed by you"), entry("both", "merged from both")]), ...marks);
}

function toolsOf(data) {
  const input = make("input", { type: "search", id: "filter", autocomplete: "off", placeholder: "Filter: Deployment web", "aria-label": "Filter by resource, file or path" });
  const count = make("output", { class: "soft", id: "count" });
  const tools = make("div", { class: "tools", role: "search" });
  if (data.conflicts.length) {
    const open = data.conflicts.filter(c => c.open).length, n = open || data.conflicts.length;
    const position = make("span", { id: "position", "aria-live": "polite" }, n + (open ? " question" : " conflict") + (n === 1 ? "" : "s"));
    const previous = make("button", { type: "button", id: "previous", title: "p" }, "‹ Previous"), next = make("button", { type: "button", id: "next", title: "n" }, "Next ›");
    previous.addEventListener("click", () => step(-1));
    next.addEventListener("click", () => step(1));
    tools.append(make("span", { class: "steps" }, previous, position, next));
  }
  if (data.files.some(f => (f.columns || []).length > 2)) {
    const box = make("input", { type: "checkbox", id: "all" });
    box.addEventListener("change", () => setAll(box.checked));
    tools.append(make("label", {}, box, " all versions"));
  }
  input.addEventListener("input", () => filter(data, input.value, count));
  tools.append(input, count);
  return tools;
}

// step goes to the next or previous of the questions that are shown: those that are open, if
// there are any, else all conflicts.
let current = -1;
function step(by) {
  let cards = all(".conflict:not([hidden])");
  if (cards.some(c => c.classList.contains("open"))) cards = cards.filter(c => c.classList.contains("open"));
  if (!cards.length) return;
  current = current < 0 && by < 0 ? cards.length - 1 : (current + by + cards.length) % cards.length;
  for (const card of all(".conflict.current")) card.classList.remove("current");
  const card = cards[current];
  card.classList.add("current");
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "start" });
  document.getElementById("position").textContent = (current + 1) + " of " + cards.length;
}

// filter hides what does not have all words.
function filter(data, text, count) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = of => wanted.every(word => of.toLowerCase().includes(word));
  let shown = 0, of = 0;
  const set = (element, visible) => { if (!element) return; element.hidden = !visible; shown += visible; of++; };
  data.conflicts.forEach((c, i) => set(document.getElementById("conflict-" + (i + 1)), has([c.resource, c.at, c.path].join(" "))));
  data.files.forEach((f, i) => {
    const visible = has(f.name) || (f.parts || []).some(p => has(f.name + " " + (p.resource || "")));
    set(document.getElementById("file-" + i), visible);
  });
  for (const item of all(".entries li")) set(item, has(item.textContent));
  count.textContent = wanted.length ? shown + " of " + of : "";
  current = -1;
}

function listOf(list) {
  const entries = list.entries || [], more = list.count - entries.length;
  return make("details", { class: "list", open: list.open, id: list.title.toLowerCase() },
    make("summary", {}, list.title + " (" + list.count + ")"),
    make("ul", { class: "entries" }, ...entries.map(entry => make("li", {}, entry)), more ? make("li", { class: "soft" }, "… " + more + " more; --report json has all") : null));
}

function show(data) {
  data.conflicts = data.conflicts || [];
  data.files = data.files || [];
  const main = document.getElementById("main");
  if (data.refused) main.append(make("p", { class: "refused" }, data.refused));
  main.append(toolsOf(data));
  if (data.conflicts.length) {
    main.append(make("h2", { id: "conflicts" }, "Conflicts"), ...data.conflicts.map((c, i) => cardOf(c, i, data)));
    if (data.moreConflicts) main.append(make("p", { class: "soft" }, data.moreConflicts));
  }
  if (data.files.length) {
    main.append(make("h2", { id: "files" }, "Files"), legendOf(data), ...data.files.map((f, i) => fileOf(f, i, data)));
  }
  if (data.lists) main.append(make("h2", { id: "more" }, "More"), ...data.lists.map(listOf));
  drawLater();
  document.addEventListener("keydown", event => {
    if (event.target.closest("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") step(1);
    if (event.key === "p") step(-1);
  });
  document.body.classList.add("ready");
}

unpacked().then(show).catch(error => {
  document.getElementById("main").append(make("p", { class: "refused" }, "This page cannot be shown in this browser: " + error));
});
