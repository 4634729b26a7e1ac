/**
 * Keeps the keyboard where it was. A control that goes away, or can no longer be used, takes the focus with it, and
 * whoever cannot see the page starts again at its top. Instead the same control gets it when it is there again, and
 * until then the nearest thing around it.
 */

/** What makes two controls the same one for whoever uses them, though the page has drawn one again. */
const NAMES = ["id", "data-fly", "data-do", "data-ticket", "data-action"] as const;
const USABLE = ":not(:disabled)";

interface Left {
  element: HTMLElement;
  around: HTMLElement[];
  like: string[];
}

/** For what holds the controls: a page's main part. */
export function keepFocus(root: HTMLElement): () => void {
  let left: Left | null = null;
  /** What was given the focus in the place of a control. */
  let instead: HTMLElement | null = null;
  let looking = 0;

  function came(event: FocusEvent): void {
    const element = event.target as HTMLElement;
    if (element === instead) return;
    instead = null;
    left = { element, around: ancestors(element, root), like: likenesses(element) };
  }
  /** Whoever points somewhere else has left by themselves. */
  function pointed(): void {
    left = instead = null;
  }
  /** Whether nothing has the focus any more, or only what stands in for the control; a disabled one keeps it a moment. */
  function lost(): boolean {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return document.hasFocus();
    return activeElement === instead || activeElement.matches(":disabled");
  }
  function look(): void {
    looking = 0;
    if (!left || document.querySelector("dialog[open]") || !lost()) return;
    const { element } = left;
    const again =
      element.isConnected && element.matches(USABLE)
        ? element
        : left.like.map((one) => root.querySelector<HTMLElement>(one + USABLE)).find((one) => one);
    if (again) {
      again.focus({ preventScroll: true });
      return;
    }
    const near = left.around.find((one) => one.isConnected);
    if (!near || near === document.activeElement) return;
    if (!near.hasAttribute("tabindex")) near.tabIndex = -1;
    instead = near;
    near.focus({ preventScroll: true });
  }
  function later(): void {
    looking ||= requestAnimationFrame(() => (looking = requestAnimationFrame(look)));
  }

  const changes = new MutationObserver(later);
  changes.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  root.addEventListener("focusin", came);
  document.addEventListener("focusout", later);
  document.addEventListener("pointerdown", pointed, true);
  return () => {
    cancelAnimationFrame(looking);
    changes.disconnect();
    root.removeEventListener("focusin", came);
    document.removeEventListener("focusout", later);
    document.removeEventListener("pointerdown", pointed, true);
  };
}

function ancestors(element: HTMLElement, root: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element.parentElement; one && root.contains(one); one = one.parentElement) found.push(one);
  return found;
}

function likenesses(element: HTMLElement): string[] {
  return NAMES.flatMap((name) => {
    const value = element.getAttribute(name);
    return value ? [`[${name}="${CSS.escape(value)}"]`] : [];
  });
}
