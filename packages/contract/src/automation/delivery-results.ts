import type { Language } from '../languages.ts';
import type { DeliveryResult } from './delivery-result.ts';
import { deliveryResultsTh } from './delivery-results-th.ts';

export type { DeliveryText } from './delivery-result.ts';

const translations: Record<Exclude<Language, 'en'>, Readonly<Record<DeliveryResult, string>>> = {
  th: deliveryResultsTh,
};

/** What came of a message to a contact in a language; the own text of a service stays as it is. */
export function deliveryResultIn(text: string, language: Language): string {
  if (language === 'en') return text;
  const known: Readonly<Record<string, string>> = translations[language];
  if (Object.hasOwn(known, text)) return known[text] ?? text;
  const [code = ''] = /\b(?:\d{3}|[A-Z][A-Z\d_]+)(?=\)|\.$)/.exec(text) ?? [];
  const pattern = text.replace(code, '#');
  return Object.hasOwn(known, pattern) ? (known[pattern] ?? text).replace('#', code) : text;
}
