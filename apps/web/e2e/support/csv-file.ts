/** A file for an `<input type="file">`. */
export const fileOf = (content: string) => ({
  name: 'values.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});
