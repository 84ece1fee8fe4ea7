/** Puts a text on the clipboard; false when the browser did not let that happen. */
export async function writeClipboard(text: string): Promise<boolean> {
  // The clipboard exists only on https and localhost, but many people open their server by its plain LAN address.
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  // A dialog that is open takes the focus back from everything else outside of it.
  area.setAttribute('data-react-aria-top-layer', 'true');
  document.body.append(area);
  area.focus({ preventScroll: true });
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
