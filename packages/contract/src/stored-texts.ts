import type { Language } from './languages.ts';

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Texts = Readonly<Record<string, string>>;
/** Translates a value of a text, such as a reason within a line. */
type RewordValue = (value: string, language: Language) => string;

/** Texts that the server stores in English, so that scripts read them, and that a page translates for its reader. */
export interface StoredTexts<English extends Texts> {
  /** A text as it is stored. */
  write<Code extends keyof English & string>(
    code: Code,
    values: Readonly<Record<NamesIn<English[Code]>, string | number>>,
  ): string;
  /** A stored text in a language; null when it is none of them, such as one of an older version. */
  reword(text: string, language: Language, rewordValue?: RewordValue): string | null;
}

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** `{}` holds the name of a value. */
export function storedTexts<const English extends Texts>(
  en: English,
  translations: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<keyof English, string>>>>,
): StoredTexts<English> {
  // The longest first, since some begin like others.
  const patterns = Object.entries(en)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([code, text]) => {
      const source = text.replace(/[.*+?^$()[\]|\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');
      return { code, pattern: new RegExp(`^${source}$`, 's') };
    });

  return {
    write: (code, values) => filled(en[code] ?? '', values),
    reword(text, language, rewordValue = (value) => value) {
      if (language === 'en') return text;
      for (const { code, pattern } of patterns) {
        const found = pattern.exec(text);
        if (!found) continue;
        const values = Object.entries(found.groups ?? {}).map(([name, value]) => [name, rewordValue(value, language)]);
        return filled(translations[language][code] ?? '', Object.fromEntries(values));
      }
      return null;
    },
  };
}
