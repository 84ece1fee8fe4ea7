const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * The ref of a part with a list: when what had the focus goes away, such as a deleted row, the focus moves to its row, or to the one that
 * is in its place, or else to the heading. Otherwise the browser begins again at the top of the page. It never moves to a control: the
 * next press of the same key would be its.
 */
export function holdFocus(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return;
  let focused: { element: Element; row: HTMLLIElement | null; index: number } | undefined;
  const rows = () => [...part.querySelectorAll('li')];
  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const row = target.closest('li');
    focused = { element: target, row, index: row ? rows().indexOf(row) : -1 };
  };
  // A press beside it takes the focus from what is still there.
  const leave = () =>
    queueMicrotask(() => {
      if (focused?.element.isConnected && hasNobodyFocus()) focused = undefined;
    });
  const observer = new MutationObserver(() => {
    if (!focused || focused.element.isConnected) return;
    if (!hasNobodyFocus()) {
      // What was pressed may have been in an overlay, which gives the focus back when it closes.
      const overlay = document.activeElement?.closest(overlays);
      if (!overlay || overlay.contains(part)) focused = undefined;
      return;
    }
    const { row, index } = focused;
    const inPlace = index < 0 ? undefined : (rows()[index] ?? rows().at(-1));
    const next = (row?.isConnected ? row : inPlace) ?? part.querySelector<HTMLElement>('h2, h3') ?? part;
    next.tabIndex = -1;
    // A list also changes by itself, while somebody reads elsewhere on the page.
    next.focus({ preventScroll: true });
  });
  part.addEventListener('focusin', enter);
  part.addEventListener('focusout', leave);
  observer.observe(part, { childList: true, subtree: true });
  // Where overlays come and go.
  observer.observe(document.body, { childList: true });
  return () => {
    part.removeEventListener('focusin', enter);
    part.removeEventListener('focusout', leave);
    observer.disconnect();
  };
}

const hasNobodyFocus = () => document.activeElement === document.body;
