import { i18n } from '../language/i18n.ts';

const listFormats = new Map<string, Intl.ListFormat>();

/** A list in a sentence: `a digit and a letter`. Items may have the marks of rich texts. */
export function formatList(items: readonly string[]): string {
  const format = listFormats.get(i18n.locale) ?? new Intl.ListFormat(i18n.locale);
  listFormats.set(i18n.locale, format);
  return format
    .formatToParts(items)
    .map(({ value }) => value)
    .reduce((text, part) => (needsSpace(text, part) ? `${text} ${part}` : text + part), '');
}

/** Thai has spaces only beside other scripts, which the lists of `Intl` leave out there: `Fanและ…`. */
function needsSpace(before: string, after: string): boolean {
  const [last = ' ', first = ' '] = [before.replace(/<[^<>]*>$/, '').at(-1), after.replace(/^<[^<>]*>/, '').at(0)];
  return isThai(last) !== isThai(first) && !/[\s,]/.test(last + first);
}

const isThai = (character: string): boolean => /[\u0E00-\u0E7F]/.test(character);
