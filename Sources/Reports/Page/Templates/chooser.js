// Of several pictures, the one that is chosen; on paper all.
for (const chooser of document.querySelectorAll("div.chooser")) {
  const figures = [...chooser.querySelectorAll("figure")], label = chooser.querySelector("label"), select = label.querySelector("select");
  select.replaceChildren(...figures.map((figure, i) => new Option(figure.querySelector("figcaption").textContent, i)));
  const show = isEvery => figures.forEach((figure, i) => { figure.hidden = !isEvery && i !== Number(select.value); });
  select.addEventListener("change", () => show(false));
  addEventListener("beforeprint", () => show(true));
  addEventListener("afterprint", () => show(false));
  label.hidden = figures.length < 2;
  show(false);
}
