import type { Language } from '../languages.ts';
import type { CommandReason } from './command-reason.ts';
import { commandReasonsTh } from './command-reasons-th.ts';

export { type CommandReason, commandReasons } from './command-reason.ts';

const translations: Record<Exclude<Language, 'en'>, Readonly<Record<CommandReason, string>>> = { th: commandReasonsTh };

/** Such a sentence in a language; what a board reported itself stays as it is. */
export function commandReasonIn(text: string, language: Language): string {
  if (language === 'en') return text;
  const known: Readonly<Record<string, string>> = translations[language];
  return Object.hasOwn(known, text) ? (known[text] ?? text) : text;
}
