import type { Language } from '../../languages.ts';
import { type StoredTexts, storedTexts } from '../../stored-texts.ts';
import { en } from './en.ts';
import { th } from './th.ts';

const texts = storedTexts(en, { th });

/** A reason as it is stored. */
export const updateReason: StoredTexts<typeof en>['write'] = texts.write;

/** A stored reason for a reader of the language; one of an older version stays as it is. */
export const updateReasonIn = (reason: string, language: Language): string => texts.reword(reason, language) ?? reason;
