// What pointers, wheel, keys and buttons do to a picture.
class PointerInput {
  constructor(picture, tools) {
    this.picture = picture;
    this.pointers = new Map();
    this.listenToPointers(picture.svg);
    this.listenToWheelAndKeys(picture.svg);
    const buttons = {in: () => this.zoom(0.7), out: () => this.zoom(1 / 0.7), reset: () => this.reset()};
    for (const button of tools.querySelectorAll("button")) button.addEventListener("click", buttons[button.dataset.do]);
    const link = tools.querySelector(".csv");
    link.addEventListener("click", () => {
      link.href = URL.createObjectURL(new Blob([picture.csv()], {type: "text/csv"}));
    });
  }

  // In the picture's own units.
  place(event) {
    const box = this.picture.svg.getBoundingClientRect(), scale = 640 / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  panelAt(y) {
    const panels = this.picture.panels;
    return panels.find(panel => y >= panel.top && y <= panel.bottom) ?? panels[0];
  }

  // About a place, or about the first panel's middle.
  zoom(factor, x = (LEFT + RIGHT) / 2, y = null) {
    const panel = y === null ? this.picture.panels[0] : this.panelAt(y);
    this.picture.x.zoom(factor, (x - LEFT) / (RIGHT - LEFT));
    if (this.picture.followsX) this.picture.fitPanels();
    else panel.axis.zoom(factor, y === null ? 0.5 : (panel.bottom - y) / (panel.bottom - panel.top));
    this.picture.draw();
  }

  pan(from, to, alongX) {
    const panel = this.panelAt(from[1]);
    this.picture.x.pan((to[0] - from[0]) / (RIGHT - LEFT));
    if (this.picture.followsX) this.picture.fitPanels();
    else if (!alongX) panel.axis.pan((from[1] - to[1]) / (panel.bottom - panel.top));
    this.picture.draw();
  }

  reset() {
    this.picture.x.reset();
    for (const panel of this.picture.panels) panel.axis.reset();
    this.picture.draw();
  }

  listenToPointers(svg) {
    svg.addEventListener("pointerdown", event => {
      this.isMeasuring = event.shiftKey && this.picture.followsX;
      if (this.isMeasuring) this.picture.range.begin(this.place(event)[0]); else this.picture.range.clear();
      this.pointers.set(event.pointerId, this.place(event));
      svg.setPointerCapture(event.pointerId);
      this.picture.readAt(...this.place(event));
    });
    svg.addEventListener("pointermove", event => {
      const now = this.place(event), before = this.pointers.get(event.pointerId);
      if (!before) return this.picture.range.ends ? undefined : this.picture.readAt(...now);
      if (this.isMeasuring) return this.picture.range.extend(now[0]);
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const spread = point => Math.hypot(point[0] - other[0], point[1] - other[1]);
        this.zoom(spread(before) / Math.max(spread(now), 1), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      } else {
        // A finger that goes up or down scrolls the page.
        this.pan(before, now, event.pointerType === "touch");
      }
      this.pointers.set(event.pointerId, now);
    });
    for (const name of ["pointerup", "pointercancel"])
      svg.addEventListener(name, event => this.pointers.delete(event.pointerId));
    svg.addEventListener("pointerleave", () => { if (!this.picture.range.ends) this.picture.quiet(); });
    svg.addEventListener("dblclick", () => this.reset());
  }

  listenToWheelAndKeys(svg) {
    // The page scrolls past a picture; one that was clicked, or a pinch on a trackpad, zooms.
    svg.addEventListener("wheel", event => {
      if (document.activeElement !== svg && !event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...this.place(event));
    }, {passive: false});
    svg.addEventListener("keydown", event => {
      const width = RIGHT - LEFT, sideways = share => this.pan([LEFT, 0], [LEFT + share * width, 0], true);
      const step = by => event.shiftKey && this.picture.followsX ? this.picture.range.step(by) : this.picture.step(by);
      const act = {
        w: () => this.zoom(0.8), s: () => this.zoom(1.25), a: () => sideways(0.15), d: () => sideways(-0.15),
        ArrowRight: () => step(1), ArrowLeft: () => step(-1), "+": () => this.zoom(0.8),
        "=": () => this.zoom(0.8), "-": () => this.zoom(1.25), 0: () => this.reset(), Escape: () => { this.picture.range.clear(); this.picture.quiet(); },
      }[event.key];
      if (!act || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    });
  }
}
