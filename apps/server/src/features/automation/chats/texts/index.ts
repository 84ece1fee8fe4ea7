import { type Language, languageCodes } from '@cyno/contract';
import type { ChatTexts } from './chat-texts.ts';
import { chatTextsEn } from './en.ts';
import { chatTextsTh } from './th.ts';

export type { ChatTexts, SwitchedText } from './chat-texts.ts';

export const chatTexts: Readonly<Record<Language, ChatTexts>> = { en: chatTextsEn, th: chatTextsTh };

/** For whom it is not known which language they read: a line in each. */
export const inEachLanguage = (write: (texts: ChatTexts) => string): string =>
  languageCodes.map((language) => write(chatTexts[language])).join('\n');
