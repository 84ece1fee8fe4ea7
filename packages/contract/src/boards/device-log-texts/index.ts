import { automationNameIn } from '../../automation/automation-names.ts';
import { runText } from '../../automation/run-texts/index.ts';
import type { Language } from '../../languages.ts';
import { type StoredTexts, storedTexts } from '../../stored-texts.ts';
import type { DeviceLogKind, DeviceLogLine } from '../device-log.ts';
import { messageProblemIn } from '../message-problems/index.ts';
import { updateReasonIn } from '../update-reasons/index.ts';
import * as english from './en.ts';
import * as thai from './th.ts';

const lines = storedTexts(english.en, { th: thai.th });
const orders = storedTexts(english.orders, { th: thai.orders });
const automations = storedTexts(english.automations, { th: thai.automations });
const messages = storedTexts(english.messages, { th: thai.messages });

/** A line of the log as it is stored, in English. */
export const deviceLogText: StoredTexts<typeof english.en>['write'] = lines.write;
export const orderLogText: StoredTexts<typeof english.orders>['write'] = orders.write;
export const automationLogText: StoredTexts<typeof english.automations>['write'] = automations.write;
export const appMessageLogText: StoredTexts<typeof english.messages>['write'] = messages.write;

/** What is stored of a line about a run of an automation. */
export const runLogText = (run: NonNullable<DeviceLogLine['run']>): string =>
  `${run.name}: ${runText(run.report, 'en')}`;

type Reword = (text: string, language: Language) => string | null;

/** What the board or an app sent is never reworded, whatever it looks like. */
const ofKind: Partial<Record<DeviceLogKind, Reword>> = {
  debug: () => null,
  act: () => null,
  command: (text, language) => orders.reword(text, language),
  automation: (text, language) => automations.reword(text, language, automationNameIn),
  bad_message: (text, language) =>
    messages.reword(text, language, messageProblemIn) ?? messageProblemIn(text, language),
  info: (text, language) =>
    text
      .split(', ')
      .map((part) => lines.reword(part, language) ?? part)
      .join(', '),
};
const ofServer: Reword = (text, language) => lines.reword(text, language, updateReasonIn);

/** A line for a reader of the language; what the server did not write itself stays as it is, as do lines of older versions. */
export function deviceLogTextIn(
  { kind, text, run }: Pick<DeviceLogLine, 'kind' | 'text' | 'run'>,
  language: Language,
): string {
  if (language === 'en') return text;
  if (run !== null) return `${automationNameIn(run.name, language)}: ${runText(run.report, language)}`;
  return (ofKind[kind] ?? ofServer)(text, language) ?? text;
}
