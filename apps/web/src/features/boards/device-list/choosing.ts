/** Everything from one entry to another in the order shown, whichever comes first; only the second when the first is not shown. */
export function rangeOf(order: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}
