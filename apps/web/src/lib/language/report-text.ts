import type { RunReport } from '@cyno/contract';
import { runText } from '@cyno/contract/run-texts';
import { currentLanguage } from './language.ts';

/** What is reported about a run in the language of the page; `english` is all that an older version stored. */
export const reportText = (english: string, report: RunReport): string =>
  report.length === 0 ? english : runText(report, currentLanguage());
