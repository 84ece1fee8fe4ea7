/** A set of numbers that mostly follow each other, as ranges with both ends. */
export class Ranges {
  readonly list: [number, number][] = [];

  add(n: number): void {
    const at = this.list.findLastIndex(([from]) => from <= n);
    const before = this.list[at];
    if (before && n <= before[1]) return;
    if (before?.[1] === n - 1) before[1] = n;
    else this.list.splice(at + 1, 0, [n, n]);
  }
}
