import type { Language } from '../../languages.ts';
import type { RunReport, RunStatement } from '../run-reports.ts';
import { runTextsEn } from './en.ts';
import type { RunTexts } from './run-texts.ts';
import { runTextsTh } from './th.ts';

const catalogues: Readonly<Record<Language, RunTexts>> = { en: runTextsEn, th: runTextsTh };

/** What is reported about a run in a language: "Soil moisture was 12 %, below 20 for 5 minutes." Empty for an empty report. */
export const runText = (report: RunReport, language: Language): string =>
  report.map((statement) => sentence(statement, language)).join(' ');

function sentence(statement: RunStatement, language: Language): string {
  const write = catalogues[language][statement.code] as (values: RunStatement) => string;
  return write(statement);
}
