import { type Language, labelIn, pinNoteIn } from '@cyno/contract';
import { commentsTh } from './comments-th.ts';
import { kitsTh } from './kits-th.ts';
import { wiringTh } from './wiring-th.ts';

interface Pattern {
  readonly english: RegExp;
  readonly translation: string;
}

interface Catalogue {
  readonly texts: Readonly<Record<string, string>>;
  /** Texts with places for values. */
  readonly patterns: readonly Pattern[];
}

const catalogues: Record<Exclude<Language, 'en'>, Catalogue> = {
  th: catalogueOf({ ...kitsTh, ...wiringTh, ...commentsTh }),
};

function catalogueOf(texts: Readonly<Record<string, string>>): Catalogue {
  const patterns = Object.entries(texts)
    .filter(([text]) => text.includes('{}'))
    .map(([text, translation]) => ({
      english: new RegExp(`^${text.split('{}').map(RegExp.escape).join('(.+)')}$`),
      translation,
    }));
  return { texts, patterns };
}

/** A sentence of a kit or sketch in a language, found by its English text; what is not in the catalogue, such as a name of the user, stays. */
export function textIn(text: string, language: Language): string {
  if (language === 'en') return text;
  const { texts, patterns } = catalogues[language];
  if (Object.hasOwn(texts, text)) return texts[text] ?? text;
  for (const { english, translation } of patterns) {
    const values = english.exec(text)?.slice(1);
    if (values) return values.reduce((filled, value) => filled.replace('{}', () => value), translation);
  }
  return pinNoteIn(labelIn(text, language), language);
}

/** Code before a comment: a string may hold two slashes. */
const comment = /^((?:[^"/]|"(?:[^"\\]|\\.)*"|\/(?!\/))*\/\/ )(.+)$/;

/** C++ with its comments in a language; the code stays as it is. */
export const commentsIn = (code: string, language: Language): string =>
  code
    .split('\n')
    .map((line) => line.replace(comment, (_, before: string, text: string) => before + textIn(text, language)))
    .join('\n');
