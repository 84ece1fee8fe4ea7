/** Further away it is another word and no slip. */
const maxSlips = 3;

/** The name that is nearest to a misspelt one, whatever its case; undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const near = known
    .map((one) => ({ one, slips: slipsBetween(name.toUpperCase(), one) }))
    .filter(({ one, slips }) => slips <= Math.min(maxSlips, one.length / 2))
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.one;
}

/** How many letters have to be put in, left out or replaced to make one text of the other (Levenshtein's distance). */
function slipsBetween(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const slips = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      slips.push(Math.min(replaced, (above[column] ?? 0) + 1, (slips[column - 1] ?? 0) + 1));
    }
    above = slips;
  }
  return above[to.length] ?? 0;
}
