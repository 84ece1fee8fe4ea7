import type { AlertReport } from '@cyno/contract';
import { alertText } from '@cyno/contract/alert-texts';
import { currentLanguage } from '../../../lib/language/language.ts';
import { nameInLanguage } from '../../boards/devices/index.ts';

interface Reported {
  readonly text: string;
  readonly report: AlertReport;
  /** The name of its device. */
  readonly device?: string;
}

/** The same with its text in the language of the page; what an older version stored stays English. */
export const inLanguage = <Given extends Reported>(given: Given): Given =>
  currentLanguage() === 'en'
    ? given
    : {
        ...given,
        ...(given.device !== undefined && { device: nameInLanguage(given.device) }),
        ...(given.report.length > 0 && { text: alertText(given.report, currentLanguage()) }),
      };

/** The same with all its alerts in the language of the page. */
export const alertsInLanguage = <List extends { alerts: Reported[] }>(list: List): List => ({
  ...list,
  alerts: list.alerts.map(inLanguage),
});
