// Thumbnails of a video above a timeline: they stand at their times also when it is zoomed, and each shows its samples.
for (const strip of document.querySelectorAll(".thumbnails")) {
  const picture = pictures.get(strip.parentNode), items = [...strip.children];
  const width = 6.4 * strip.style.getPropertyValue("--wide");
  picture.whenDrawn = () => {
    let end = -Infinity;
    for (const item of items) {
      const x = picture.placeX(Number(item.dataset.time)), left = Math.min(x - width / 2, 640 - width);
      item.hidden = x < LEFT - 1 || x > RIGHT + 1 || left < end - 1;
      if (item.hidden) continue;
      end = left + width;
      item.style.setProperty("--at", near(x / 6.4));
      item.classList.toggle("right", x > 320);
    }
  };
  for (const item of items) {
    const button = item.querySelector("button");
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => picture.read(Number(item.dataset.time)));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => picture.quiet());
    button.addEventListener("keydown", event => { if (event.key === "Escape") button.blur(); });
  }
}
