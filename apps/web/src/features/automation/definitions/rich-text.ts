/** A piece of a sentence; `strong` is what the automation's owner chose. */
export type Part = { text: string; strong?: true };

/** Stands for `<` in what people typed, so that only the tags of the catalogue are tags. */
const typedBracket = '\uE000';

/** What somebody typed or named, as a value for a text with `<b>` in it. */
export const typed = (text: string): string => text.replaceAll('<', typedBracket);

/** The same where no tag of the text stands around it. */
export const strong = (text: string): string => `<b>${typed(text)}</b>`;

/** A text of the catalogue as pieces: what is between `<b>` and `</b>` stands out. */
export function richParts(text: string): Part[] {
  return text.split(/(<b>.*?<\/b>)/).flatMap((piece): Part[] => {
    if (piece === '') return [];
    const [, inner] = /^<b>(.*)<\/b>$/.exec(piece) ?? [];
    return inner === undefined ? [{ text: unescaped(piece) }] : [{ text: unescaped(inner), strong: true }];
  });
}

const unescaped = (text: string): string => text.replaceAll(typedBracket, '<');

/** The same sentence as plain text. */
export const plainSentence = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');
