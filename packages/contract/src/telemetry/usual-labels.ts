import type { Language } from '../languages.ts';
import type { UsualLabel } from './usual-label.ts';
import { usualLabelsTh } from './usual-labels-th.ts';

export { type UsualLabel, usualLabels } from './usual-label.ts';

const translations: Record<Exclude<Language, 'en'>, Readonly<Record<UsualLabel, string>>> = { th: usualLabelsTh };

/** The name of a variable in a language: the server's own names are translated, those that people chose stay as they are. */
export function labelIn(label: string, language: Language): string {
  if (language === 'en') return label;
  const known: Readonly<Record<string, string>> = translations[language];
  return Object.hasOwn(known, label) ? (known[label] ?? label) : label;
}
