import type { AlertReport } from '@cyno/contract';
import { alertText } from '@cyno/contract/alert-texts';
import { currentLanguage } from '../../../lib/language/language.ts';

interface Reported {
  readonly text: string;
  readonly report: AlertReport;
}

/** The same with its text in the language of the page; what an older version stored stays English. */
export const inLanguage = <Given extends Reported>(given: Given): Given =>
  currentLanguage() === 'en' || given.report.length === 0
    ? given
    : { ...given, text: alertText(given.report, currentLanguage()) };

/** The same with all its alerts in the language of the page. */
export const alertsInLanguage = <List extends { alerts: Reported[] }>(list: List): List => ({
  ...list,
  alerts: list.alerts.map(inLanguage),
});
