/** Width and height in pixels; throws when it is no PNG. */
export function sizeOfPng(file: Buffer): { width: number; height: number } {
  // https://www.w3.org/TR/png-3/#11IHDR
  if (file.toString('latin1', 12, 16) !== 'IHDR') throw new Error('A picture is missing or no PNG.');
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
