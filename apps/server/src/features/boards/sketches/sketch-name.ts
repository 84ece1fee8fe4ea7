/** Names that Windows keeps for itself: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name for the sketch's folder and file, which the Arduino IDE takes: a letter or digit, then at most 62 of these, `_` or `-`. */
export function sketchName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '')
    .slice(0, 63);
  if (plain === '') return 'sketch';
  return reserved.test(plain) ? `${plain}_sketch` : plain;
}
