// The links of a timeline's phases: each shows its phase in the timeline, then leads to its fit. The names and bars above a
// panel are the same links.
for (const nav of document.querySelectorAll("nav.phases")) {
  const picture = pictures.get(document.getElementById(nav.dataset.picture));
  if (!picture) continue;
  const links = [...nav.querySelectorAll("a")].map(link => ({link, from: Number(link.dataset.from), to: Number(link.dataset.to)}));
  for (const {link, from, to} of links) link.addEventListener("click", () => picture.showRange(from, to));
  picture.svg.addEventListener("click", event => {
    const [x, y] = picture.input.place(event);
    if (!picture.panels.some(panel => y > panel.top - 20 && y < panel.top)) return;
    links.find(({from, to}) => x >= picture.placeX(from) && x <= picture.placeX(to))?.link.click();
  });
}
