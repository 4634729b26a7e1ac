"""Whether every word on a page can be read: none cut off, broken within, beside the window or under something else."""

from __future__ import annotations

from playwright.sync_api import Page

PEOPLE = ("Margareta", "Alexander", "Wilhelmina", "Bartholomew", "Ann")
"""Names as long as names are."""

_LOOK = r"""() => {
  const top = document.querySelector("dialog[open]") ?? document.body;
  const style = new Map();
  const styleOf = e => style.get(e) ?? (style.set(e, getComputedStyle(e)), style.get(e));
  const within = (e, what) => {
    for (; e; e = e.parentElement) if (what(e)) return e;
    return null;
  };
  // The boxes that clip a box: what is fixed leaves those around it behind, unless one of them is moved itself.
  const moved = e => ["transform", "translate", "scale", "rotate", "filter", "backdropFilter", "perspective"]
    .some(one => styleOf(e)[one] !== "none");
  const around = e => {
    if (styleOf(e).position !== "fixed") return e.parentElement;
    return within(e.parentElement, moved);
  };
  const clips = (e, what) => {
    for (; e; e = around(e)) if (what(e)) return e;
    return null;
  };
  // Not meant: what is only read out, fingerprints, the first line of what unfolds, and what is drawn: the board's
  // names are placed elsewhere.
  const unread = e => e.closest("svg, code, .unseen, .folded, .skip, option, script, style, [aria-hidden=true]")
    || (e.closest("details:not([open])") && !e.closest("summary"))
    || !e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || styleOf(e).clipPath !== "none";
  const found = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node; (node = walker.nextNode());) {
    const e = node.parentElement, text = node.data.trim();
    if (!text || unread(e)) continue;
    if (top === document.body && e.closest("dialog")) continue;
    const say = what => found.push(`${what}: ${text.slice(0, 60)} [${[...(e.closest("[class]")?.classList ?? [])]
      .filter(one => !one.startsWith("svelte-") && !one.startsWith("s-")).join(".")}]`);
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    // A box that scrolls shows what is outside it when it is scrolled; all others cut it off.
    const scrolls = (one, way) => /auto|scroll/.test(styleOf(one)["overflow" + way]);
    const across = clips(e, one => styleOf(one).overflowX !== "visible" && styleOf(one).display !== "inline");
    if (across && across !== document.documentElement && across !== document.body) {
      const frame = across.getBoundingClientRect();
      if (!scrolls(across, "X") && (box.right > frame.right + 1 || box.left < frame.left - 1)) say("cut off");
      // What scrolls down also clips sideways: nobody looks for the rest of a word there.
      else if (scrolls(across, "X") && scrolls(across, "Y") && across.scrollWidth > across.clientWidth + 1
        && box.right > frame.right + 1 && !e.closest(".hand")) say("scrolled aside");
    }
    const down = clips(e, one => styleOf(one).overflowY !== "visible" && styleOf(one).display !== "inline");
    if (down && !scrolls(down, "Y") && down !== document.documentElement && down !== document.body) {
      const frame = down.getBoundingClientRect();
      if (box.bottom > frame.bottom + 3 || box.top < frame.top - 3) say("cut off below");
    }
    if (!across && (box.right > innerWidth + 1 || box.left < -1)) say("beside the window");
    for (const word of node.data.matchAll(/[^\s\u200b\-–—/·]+/g)) {
      if (word[0].includes("\u00ad")) continue; // it says itself where it may be broken
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].filter(one => one.width > 0).map(one => Math.round(one.top))).size > 1)
        say(`broken within ${word[0]}`);
    }
    // In the middle of each line stands this text and nothing else.
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
      if (!line.width || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const clipped = clips(e, one => {
        const frame = one.getBoundingClientRect();
        const outside = y > frame.bottom || y < frame.top || x > frame.right || x < frame.left;
        return outside && styleOf(one).overflowY !== "visible";
      });
      const on = document.elementFromPoint(x, y);
      if (clipped || !on || on.contains(e) || e.contains(on) || styleOf(e).pointerEvents === "none") continue;
      // What lies over others on purpose: feet that stay in sight, sheets, panels on the board.
      if (within(on, one => /fixed|sticky/.test(styleOf(one).position))) continue;
      if (on.closest(".notes, .panels, .chooser") || on.closest("label")?.contains(e)) continue;
      say(`under ${on.tagName.toLowerCase()}.${[...on.classList].filter(one => !one.startsWith("s")).join(".")}`);
      break;
    }
  }
  // A chooser cuts off what it shows without scrolling: it is compared with one as wide as that.
  for (const select of top.querySelectorAll("select")) {
    if (!select.checkVisibility() || (top === document.body && select.closest("dialog"))) continue;
    const whole = select.cloneNode(false);
    whole.append(select.selectedOptions[0]?.cloneNode(true) ?? "");
    Object.assign(whole.style, {position: "absolute", width: "auto", maxWidth: "none", minWidth: 0});
    select.after(whole);
    if (whole.offsetWidth > select.offsetWidth + 1) found.push(`cut off: ${select.selectedOptions[0].text} [select]`);
    whole.remove();
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  return [...new Set(found)];
}"""


def illegible(page: Page) -> list[str]:
    """What cannot be read on a page, or in the dialog over it, each with what is wrong about it."""
    found: list[str] = page.evaluate(_LOOK)
    return found
