import { splitAtMatches } from '../log-entry.ts';

/** A text with the matches marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  return splitAtMatches(text, query).map((piece, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name, and they never move.
    place % 2 === 1 ? <mark key={place}>{piece}</mark> : piece,
  );
}
