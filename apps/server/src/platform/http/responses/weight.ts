/** How many characters of a text weigh as much as a number. */
const charactersOfValue = 64;

/** About how many values a piece of JSON has, up to `limit`: it stops counting there, so that the check is cheap. */
export function weightOf(value: unknown, limit: number): number {
  let weight = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0 && weight < limit) {
    const next = rest.pop();
    weight += 1;
    if (typeof next === 'string') weight += next.length / charactersOfValue;
    if (typeof next !== 'object' || next === null) continue;
    let taken = 0;
    for (const inner of Array.isArray(next) ? next : Object.values(next)) {
      // More than the limit need not be looked at.
      if (taken >= limit) break;
      taken += 1;
      rest.push(inner);
    }
  }
  return weight;
}
