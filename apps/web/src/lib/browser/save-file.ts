const revokeAfterMs = 60_000;

/** What a file of this name begins with: without this mark spreadsheet programs do not read CSV as UTF-8. */
export const markOf = (name: string): string => (name.endsWith('.csv') ? '\ufeff' : '');

/** Hands what is in memory to the browser's downloads: a link to the server cannot carry the session's token. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(new Blob([markOf(name), content], { type: content.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A browser that lets the user choose where to put the file reads it only then.
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}
