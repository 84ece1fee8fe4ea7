import type { AutomationPlacement, ServerReason } from '@cyno/contract';
import { t } from '@lingui/core/macro';

const texts: { [Reason in ServerReason]: () => string } = {
  'the board cannot send messages to people.': () => t`the board cannot send messages to people.`,
  'the board knows no scenes.': () => t`the board knows no scenes.`,
  'the board does one thing only, and nothing after it.': () => t`the board does one thing only, and nothing after it.`,
  'it watches several devices.': () => t`it watches several devices.`,
  'the board knows no alerts.': () => t`the board knows no alerts.`,
  'this device is not a board of a known kind.': () => t`this device is not a board of a known kind.`,
  'the board has not told which firmware it runs.': () => t`the board has not told which firmware it runs.`,
  'the output is switched back after a moment, which the board does not do by itself.': () =>
    t`the output is switched back after a moment, which the board does not do by itself.`,
  'the firmware of the board has no timers.': () => t`the firmware of the board has no timers.`,
  'the board does not know when the sun rises and sets.': () => t`the board does not know when the sun rises and sets.`,
  "the board's library cannot switch outputs on chosen days.": () =>
    t`the board's library cannot switch outputs on chosen days.`,
  'weekly timers on the board need firmware 1.0.8.': () => t`weekly timers on the board need firmware 1.0.8.`,
  'timers that send events need firmware 1.0.6 on the board.': () =>
    t`timers that send events need firmware 1.0.6 on the board.`,
  'the board keeps no dates, so it is given the timer a day before.': () =>
    t`the board keeps no dates, so it is given the timer a day before.`,
  'the board cannot be told this.': () => t`the board cannot be told this.`,
  'rules on the board need firmware 1.0.8.': () => t`rules on the board need firmware 1.0.8.`,
  'the board cannot combine conditions with "or".': () => t`the board cannot combine conditions with "or".`,
  'it has several conditions.': () => t`it has several conditions.`,
  'it reads another device.': () => t`it reads another device.`,
  'the variable is calibrated, and the board compares what it measures itself.': () =>
    t`the variable is calibrated, and the board compares what it measures itself.`,
  'the variable is computed by the server.': () => t`the variable is computed by the server.`,
  'the board would repeat the event with each measurement.': () =>
    t`the board would repeat the event with each measurement.`,
  'the board cannot compare with "is not".': () => t`the board cannot compare with "is not".`,
  'the board cannot be told this variable or this threshold.': () =>
    t`the board cannot be told this variable or this threshold.`,
  'the board does not wait until the condition has held for some time.': () =>
    t`the board does not wait until the condition has held for some time.`,
  'the board knows only one threshold.': () => t`the board knows only one threshold.`,
  'the board does not switch back when the condition ends.': () =>
    t`the board does not switch back when the condition ends.`,
  'with a time limit the board would switch back and forth while the condition holds.': () =>
    t`with a time limit the board would switch back and forth while the condition holds.`,
  'the board knows no active hours.': () => t`the board knows no active hours.`,
  'other timers of the board run at the last seconds of the day.': () =>
    t`other timers of the board run at the last seconds of the day.`,
};
const onServer = 'Runs on the server: ';

/** Where an automation runs and why, in the language of the page; a reason with names or numbers in it stays as it comes. */
export function placementText({ where, reason }: Pick<AutomationPlacement, 'where' | 'reason'>): string {
  if (where === 'board') return t`Runs on the board, also without network.`;
  const known = reason.slice(onServer.length);
  if (!reason.startsWith(onServer) || !Object.hasOwn(texts, known)) return reason;
  return t`Runs on the server: ${{ reason: texts[known as ServerReason]() }}`;
}
