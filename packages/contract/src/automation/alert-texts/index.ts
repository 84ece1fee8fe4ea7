import type { Language } from '../../languages.ts';
import { labelIn } from '../../telemetry/usual-labels.ts';
import type { AlertReport, AlertStatement } from '../alert-reports.ts';
import type { AlertTexts } from './alert-texts.ts';
import { alertTextsEn } from './en.ts';
import { alertTextsTh } from './th.ts';

const catalogues: Readonly<Record<Language, AlertTexts>> = { en: alertTextsEn, th: alertTextsTh };

/** What an alert reports in a language: "Temperature was 34 °C, above 30 °C for 5 minutes." Empty for an empty report. */
export const alertText = (report: AlertReport, language: Language): string =>
  report.map((statement) => sentence(statement, language)).join(' ');

function sentence(statement: AlertStatement, language: Language): string {
  const write = catalogues[language][statement.code] as (values: AlertStatement) => string;
  return write('label' in statement ? { ...statement, label: labelIn(statement.label, language) } : statement);
}
