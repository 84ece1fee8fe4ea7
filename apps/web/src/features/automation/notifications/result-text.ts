import { deliveryResultIn } from '@cyno/contract/delivery-results';
import { currentLanguage } from '../../../lib/language/language.ts';

/** What came of a message, or why nothing is sent to a contact, in the language of the page; the own text of a service stays as it is. */
export const resultText = <Result extends string | null>(result: Result): Result | string =>
  result === null ? result : deliveryResultIn(result, currentLanguage());
