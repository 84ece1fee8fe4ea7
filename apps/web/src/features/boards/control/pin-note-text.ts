import { pinNoteIn } from '@cyno/contract/pin-notes';
import { currentLanguage } from '../../../lib/language/language.ts';

/** A note that the server has of a pin, in the language of the page. */
export const pinNoteText = (note: string): string => pinNoteIn(note, currentLanguage());
