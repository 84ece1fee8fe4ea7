/**
 * Rows in pages, of which the next is read while the one before it is worked on. `read` is given the last row of the page before, and
 * an empty page is the end.
 */
export async function* readPages<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let next = read(undefined); ; ) {
    const rows = await next;
    if (rows.length === 0) return;
    next = read(rows.at(-1));
    // A failure shows when the page is awaited, and is nobody's where the reader has left.
    next.catch(() => undefined);
    yield rows;
  }
}
