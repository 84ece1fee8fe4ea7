import type { Language } from '../../languages.ts';
import { storedTexts } from '../../stored-texts.ts';
import { en } from './en.ts';
import { th } from './th.ts';

const texts = storedTexts(en, { th });

/** What is wrong with a message, which may be several sentences, for a reader of the language; what is not known stays as it is. */
export const messageProblemIn = (problem: string, language: Language): string =>
  sentencesIn(problem, language) ?? problem;

function sentencesIn(text: string, language: Language): string | null {
  // What a message had in quotes may have the end of a sentence in it, so that the shortest beginning comes first.
  for (let end = text.indexOf('. '); end >= 0; end = text.indexOf('. ', end + 1)) {
    const first = texts.reword(text.slice(0, end + 1), language);
    const others = first === null ? null : sentencesIn(text.slice(end + 2), language);
    if (others !== null) return `${first} ${others}`;
  }
  return texts.reword(text, language);
}
