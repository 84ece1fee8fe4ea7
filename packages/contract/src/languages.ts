import languages from './languages.json' with { type: 'json' };

/** What pages and mails may be written in, by its code (BCP 47). */
export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as [Language, ...Language[]];

/** The name of each language in itself. */
export const languageNames: Readonly<Record<Language, string>> = languages;

/** The first language of a list such as a browser's (`th-TH`, `en`) in which Cyno is written; English without any. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0];
    const found = languageCodes.find((language) => language === code);
    if (found) return found;
  }
  return 'en';
}
