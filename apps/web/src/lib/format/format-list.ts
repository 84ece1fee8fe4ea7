import { i18n } from '../language/i18n.ts';

const listFormats = new Map<string, Intl.ListFormat>();

/** A list in a sentence: `a digit and a letter`. */
export function formatList(items: readonly string[]): string {
  const format = listFormats.get(i18n.locale) ?? new Intl.ListFormat(i18n.locale);
  listFormats.set(i18n.locale, format);
  return format.format(items);
}
