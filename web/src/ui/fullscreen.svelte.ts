/** The page over the whole screen, where the browser lets pages have it. */

class FullScreen {
  /** Telephones of some makers never do. */
  readonly can = typeof document !== "undefined" && Boolean(document.fullscreenEnabled);
  on = $state(false);

  constructor() {
    if (!this.can) return;
    this.on = document.fullscreenElement !== null;
    document.addEventListener("fullscreenchange", () => (this.on = document.fullscreenElement !== null));
  }

  async toggle(): Promise<void> {
    try {
      await (this.on ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      // The browser asks for a touch or a key first, and may say no: the page stays as it is.
    }
  }
}

export const fullScreen = new FullScreen();
