/** Closes one of the top bar's panels, if it is open. */
export function hidePanel(id: string): void {
  const panel = document.getElementById(id);
  if (panel?.matches(':popover-open')) panel.hidePopover();
}

/** Opens one of the top bar's panels. */
export function showPanel(id: string): void {
  document.getElementById(id)?.showPopover();
}
