// Tables of at least four rows are sorted by a click on a column's title.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  if (body.rows.length < 4) continue;
  let column = 0;
  for (const head of table.tHead.rows[0].cells) {
    const index = column, button = document.createElement("button");
    column += head.colSpan;
    Object.assign(button, {type: "button", className: "sort"});
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const sign = head.ariaSort === "ascending" ? -1 : 1;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.ariaSort = sign > 0 ? "ascending" : "descending";
      body.append(...[...body.rows].sort((a, b) => sign * compareCells(a.cells[index], b.cells[index])));
    });
  }
}
// By the number that a cell begins with, where both have one.
function compareCells(a, b) {
  const [x, y] = [a, b].map(cell => cell?.textContent.trim().replace(/^−/, "-") ?? "");
  const difference = parseFloat(x) - parseFloat(y);
  return Number.isNaN(difference) ? x.localeCompare(y, "en", {numeric: true}) : difference;
}
