const revokeAfterMs = 60_000;

/** Hands what is in memory to the browser's downloads: a link to the server cannot carry the session's token. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A browser that lets the user choose where to put the file reads it only then.
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}
