/** Puts a text on the clipboard; false when the browser did not let that happen. */
export async function writeClipboard(text: string): Promise<boolean> {
  // The clipboard exists only on https and localhost, but many people open their server by its plain LAN address.
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
