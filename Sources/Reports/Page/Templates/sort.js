// Tables of at least four rows are sorted by a click on a column's title.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  if (body.rows.length < 4) continue;
  let column = 0;
  for (const head of table.tHead.rows[0].cells) {
    const index = column, button = document.createElement("button");
    column += head.colSpan;
    Object.assign(button, {type: "button", className: "sort"});
    // A title that is explained keeps its button beside the one that sorts.
    if (head.querySelector(".term")) Object.assign(button, {className: "sort beside", ariaLabel: `Sort by ${head.textContent}`});
    else button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const sign = head.ariaSort === "ascending" ? -1 : 1;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.ariaSort = sign > 0 ? "ascending" : "descending";
      body.append(...[...body.rows].sort((a, b) => sign * compareCells(a.cells[index], b.cells[index])));
    });
  }
}

// The recordings of forest plots and tables, filtered by a text: those that have it in any of their rows stay.
const recordingRows = [...document.querySelectorAll("main table")]
  .filter(table => table.tHead.rows[0].cells[0].textContent.trim() === "recording")
  .flatMap(table => [...table.tBodies[0].rows].map(row => ({row, head: row.cells[0], group: null})));
for (const plot of document.querySelectorAll(".forest")) {
  let group = null;
  for (const row of plot.querySelectorAll("li"))
    if (row.matches(".group")) group = row; else recordingRows.push({row, head: row.firstElementChild, group});
}
const firstForest = document.querySelector(".forest");
if (firstForest && recordingRows.length >= 4) {
  const filter = document.createElement("label"), input = document.createElement("input"), output = document.createElement("output");
  filter.className = "filter";
  input.type = "search";
  output.ariaLive = "polite";
  filter.append("Filter recordings", input, output);
  (firstForest.closest(".chooser") ?? firstForest).before(filter);
  for (const each of recordingRows) {
    // A plot may show the end of a path, and has the whole one as its title.
    each.name = each.head.title || each.head.textContent.trim();
    each.words = `${each.group?.firstElementChild.textContent ?? ""} ${each.name} ${each.row.textContent}`.toLowerCase();
  }
  const all = new Set(recordingRows.map(each => each.name));
  input.addEventListener("input", () => {
    const text = input.value.trim().toLowerCase();
    const found = new Set(recordingRows.filter(each => each.words.includes(text)).map(each => each.name));
    for (const {row, name} of recordingRows) row.hidden = !found.has(name);
    output.textContent = text ? `${found.size} of ${all.size}` : "";
  });
}
// By the number that a cell begins with, where both have one.
function compareCells(a, b) {
  const [x, y] = [a, b].map(cell => cell?.textContent.trim().replace(/^−/, "-") ?? "");
  const difference = parseFloat(x) - parseFloat(y);
  return Number.isNaN(difference) ? x.localeCompare(y, "en", {numeric: true}) : difference;
}
