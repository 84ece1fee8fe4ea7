import { automationNameIn } from '@cyno/contract/automation-names';
import { currentLanguage } from '../../language/language.ts';

/** `“soil below 20” (Pump), “Water”` with automations that have no name called as in the language of the page. */
export const namesInLanguage = (names: string): string =>
  names.replace(/“([^”]*)”/g, (_, name: string) => `“${automationNameIn(name, currentLanguage())}”`);
