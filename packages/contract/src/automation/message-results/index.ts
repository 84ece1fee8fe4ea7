import type { Language } from '../../languages.ts';
import { messageResultsEn } from './en.ts';
import type { MessageResult, MessageResultTexts } from './message-result.ts';
import { messageResultsTh } from './th.ts';

const catalogues: Readonly<Record<Language, MessageResultTexts>> = { en: messageResultsEn, th: messageResultsTh };

/** What came of an action from a message, in a language: "Alert acknowledged." */
export function messageResultText(result: MessageResult, language: Language): string {
  const write = catalogues[language][result.code] as (values: MessageResult) => string;
  return write(result);
}
