import type { Language } from '@cyno/contract';
import { alertMessageTextsEn, messageTextsEn, valueTextsEn } from './en.ts';
import type { AlertMessageTexts, MessageTexts, ValueTexts } from './message-texts.ts';
import { alertMessageTextsTh, messageTextsTh, valueTextsTh } from './th.ts';

export const messageTexts: Readonly<Record<Language, MessageTexts>> = { en: messageTextsEn, th: messageTextsTh };

export const alertMessageTexts: Readonly<Record<Language, AlertMessageTexts>> = {
  en: alertMessageTextsEn,
  th: alertMessageTextsTh,
};

export const valueTexts: Readonly<Record<Language, ValueTexts>> = { en: valueTextsEn, th: valueTextsTh };
