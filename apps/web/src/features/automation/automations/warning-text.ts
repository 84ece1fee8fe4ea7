import type { AutomationWarning } from '@cyno/contract';
import { automationNameIn } from '@cyno/contract/automation-names';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../../../lib/language/language.ts';

/** What is allowed but likely not meant, in the language of the page. */
export function warningText(warning: AutomationWarning): string {
  switch (warning.code) {
    case 'no_location':
      return t`This device has no location, so sunrise and sunset are not known. Set the location in its settings.`;
    case 'hardly_exact': {
      const { key, threshold } = warning;
      return t`“${key}” is hardly ever exactly ${threshold}. Compare with above or below instead.`;
    }
    case 'contradicts': {
      const { target } = warning;
      const name = automationNameIn(warning.name, currentLanguage());
      return t`“${name}” sets ${target} to another value and can hold at the same time, or right after a small change. Leave a gap between the two thresholds.`;
    }
    case 'set_again': {
      const { target } = warning;
      return t`While the condition holds, the board sets ${target} again with each measurement, even after someone switched it by hand.`;
    }
  }
}
