import type { Language } from '@cyno/contract';
import { alertMessageTextsEn, messageTextsEn } from './en.ts';
import type { AlertMessageTexts, MessageTexts } from './message-texts.ts';
import { alertMessageTextsTh, messageTextsTh } from './th.ts';

export const messageTexts: Readonly<Record<Language, MessageTexts>> = { en: messageTextsEn, th: messageTextsTh };

export const alertMessageTexts: Readonly<Record<Language, AlertMessageTexts>> = {
  en: alertMessageTextsEn,
  th: alertMessageTextsTh,
};
