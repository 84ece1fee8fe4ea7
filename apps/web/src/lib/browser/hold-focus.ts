const controls = 'a[href], button:not(:disabled), input:not(:disabled)';

/**
 * The ref of a part with a list: when what had the focus goes away, such as a deleted row, the focus moves to the same control of the row
 * that is in its place, or else to the heading. Otherwise the browser begins again at the top of the page.
 */
export function holdFocus(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return;
  let focused: { element: Element; row: number; control: number } | undefined;
  const controlsOf = (row: Element | null | undefined) => [...(row?.querySelectorAll<HTMLElement>(controls) ?? [])];
  const rows = () => [...part.querySelectorAll('li')];
  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const row = target.closest('li');
    focused = { element: target, row: row ? rows().indexOf(row) : -1, control: controlsOf(row).indexOf(target) };
  };
  // A press beside it takes the focus from what is still there.
  const leave = () =>
    queueMicrotask(() => {
      if (focused?.element.isConnected && hasNobodyFocus()) focused = undefined;
    });
  const observer = new MutationObserver(() => {
    if (!focused || focused.element.isConnected || !hasNobodyFocus()) return;
    const { row, control } = focused;
    const left = row < 0 ? [] : controlsOf(rows()[row] ?? rows().at(-1));
    const next = left[control] ?? left.at(-1) ?? part.querySelector<HTMLElement>('h2, h3') ?? part;
    if (left.length === 0) next.tabIndex = -1;
    next.focus();
  });
  part.addEventListener('focusin', enter);
  part.addEventListener('focusout', leave);
  observer.observe(part, { childList: true, subtree: true });
  return () => {
    part.removeEventListener('focusin', enter);
    part.removeEventListener('focusout', leave);
    observer.disconnect();
  };
}

const hasNobodyFocus = () => document.activeElement === document.body;
