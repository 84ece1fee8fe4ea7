import { mapInSlices } from '../../../../platform/map-in-slices.ts';

/** A name as people type it: without case, signs and doubled spaces. */
export const normalized = (text: string): string =>
  text
    .normalize('NFKC')
    // It takes the vowel of น้ำ apart, which people would read in a reply.
    .replaceAll('\u0E4D\u0E32', '\u0E33')
    .toLocaleLowerCase('en')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Parts of a name count from so many letters on. */
const shortestPart = 3;

/**
 * What fits best to what was typed: those with exactly that name, else those whose name has all its terms, else those that have it as a part.
 * Empty: nothing fits.
 */
export async function bestMatches<Thing>(
  typed: string,
  things: readonly Thing[],
  namesOf: (thing: Thing) => readonly string[],
): Promise<Thing[]> {
  const query = normalized(typed);
  if (query === '') return [];
  const ranks = await mapInSlices(things, (thing) =>
    Math.max(...namesOf(thing).map((name) => rankOf(query, normalized(name)))),
  );
  const best = ranks.reduce((highest, rank) => Math.max(highest, rank), 0);
  return best === 0 ? [] : things.filter((_, index) => ranks[index] === best);
}

function rankOf(query: string, name: string): number {
  if (name === query) return 3;
  if (squeezed(name) === squeezed(query)) return 2;
  const terms = new Set(name.split(' '));
  if (query.split(' ').every((term) => terms.has(term))) return 2;
  return query.length >= shortestPart && name.includes(query) ? 1 : 0;
}

/** Thai is written without spaces, and people type them anywhere. */
const squeezed = (text: string): string => text.replaceAll(' ', '');
