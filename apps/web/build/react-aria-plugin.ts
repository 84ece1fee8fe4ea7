import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageCodes } from '@cyno/contract/languages';
import type { Plugin } from 'vite';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The dictionary of a part of React Aria, or that of its components. */
const dictionary = /react-aria(?:-components)?\/dist\/private\/(?:(?<part>\w+)\/)?intlStrings\.mjs$/;

/** The languages that have texts of React Aria's, by their code. */
const readTexts = (locales: string): Map<string, Texts> =>
  new Map(
    languageCodes.flatMap((language) => {
      const path = join(locales, language, 'react-aria.json');
      return existsSync(path) ? [[language, JSON.parse(readFileSync(path, 'utf8'))] as const] : [];
    }),
  );

/**
 * The source of a dictionary of React Aria with the languages of the app, in the place of 34 others of which none is Thai. It follows the
 * language of the page, which may be another one than that of the browser.
 */
export function dictionarySource(part: string | undefined, languages: ReadonlyMap<string, Texts>): string {
  const texts = Object.fromEntries(
    Array.from(languages, ([language, own]) => [language, own[part ?? 'components'] ?? {}]),
  );
  const english = part === undefined ? './intl/en-US.mjs' : `../intl/${part}/en-US.mjs`;
  return `import en from '${english}';
const texts = ${JSON.stringify(texts)};
const worded = (key, english) => (values, formatter) => {
  const text = texts[document.documentElement.lang]?.[key] ?? english;
  return typeof text === 'function' ? text(values, formatter) : text.replace(/\\{(\\w+)\\}/g, (_, name) => values[name]);
};
export default { 'en-US': Object.fromEntries(Object.entries(en).map(([key, text]) => [key, worded(key, text)])) };
`;
}

/** The texts of React Aria itself, such as the hidden button “Dismiss”, in the languages of the app. */
export function reactAriaTexts(root: string): Plugin {
  const languages = readTexts(join(root, 'src/locales'));
  return {
    name: 'cyno-react-aria-texts',
    enforce: 'pre',
    load(id) {
      const found = dictionary.exec(id);
      return found ? dictionarySource(found.groups?.part, languages) : null;
    },
  };
}
