// Entries of a legend hide and show their marks.
for (const [figure, picture] of pictures) for (const button of figure.querySelectorAll(":scope > .legend button")) {
  button.disabled = false;
  button.addEventListener("click", () => {
    const label = button.textContent.trim(), isShown = picture.hidden.has(label);
    if (isShown) picture.hidden.delete(label); else picture.hidden.add(label);
    button.setAttribute("aria-pressed", String(isShown));
    if (picture.followsX) picture.fitPanels();
    picture.draw();
  });
}
