const pictures = new Map([...document.querySelectorAll("figure[data-picture]")].map(figure => [figure, new Picture(figure)]));

// A search, step by step, in all pictures of its group.
for (const group of document.querySelectorAll("div.replay")) {
  const texts = JSON.parse(group.querySelector(":scope > .texts").textContent);
  const own = [...group.querySelectorAll("figure")].map(figure => pictures.get(figure));
  const controls = group.querySelector(".controls"), slider = controls.querySelector("input[type=range]");
  const play = controls.querySelector("[data-do=play]"), output = controls.querySelector("output");
  const tracks = [...controls.querySelectorAll("input[type=radio]")];
  let timer = null;
  const track = () => Number(tracks.find(each => each.checked)?.value ?? 0);
  const show = () => {
    const frame = {track: track(), step: Number(slider.value)};
    output.textContent = texts[frame.track][frame.step];
    slider.setAttribute("aria-valuetext", output.textContent);
    for (const picture of own) { picture.frame = frame; picture.draw(); }
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "▶";
    play.setAttribute("aria-label", "Play");
  };
  const choose = step => {
    slider.max = texts[track()].length - 1;
    slider.value = step ?? slider.max;
    show();
  };
  slider.addEventListener("input", () => { stop(); show(); });
  for (const each of tracks) each.addEventListener("change", () => { stop(); choose(); });
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (slider.value === slider.max) choose(0);
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "Pause");
    timer = setInterval(() => {
      slider.value = Number(slider.value) + 1;
      show();
      if (slider.value === slider.max) stop();
    }, 4000 / Math.max(20, texts[track()].length));
  });
  controls.hidden = false;
  choose();
}

// On paper everything is open.
addEventListener("beforeprint", () => { for (const each of document.querySelectorAll("details")) each.open = true; });
