import type { AutomationPlacement, ServerReason } from '@cyno/contract';
import { t } from '@lingui/core/macro';

const texts: { [Reason in ServerReason]: () => string } = {
  'the board cannot send messages to people.': () => t`the board cannot send messages to people.`,
  'the board knows no scenes.': () => t`the board knows no scenes.`,
  'the board does one thing only, and nothing after it.': () => t`the board does one thing only, and nothing after it.`,
  'it watches several devices.': () => t`it watches several devices.`,
  'the board knows no alerts.': () => t`the board knows no alerts.`,
  'this device is not a board of a known kind.': () => t`this device is not a board of a known kind.`,
  'the board has not reported its firmware.': () => t`the board has not reported its firmware.`,
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
  'the board cannot store this.': () => t`the board cannot store this.`,
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
  'the board cannot store this variable or this threshold.': () =>
    t`the board cannot store this variable or this threshold.`,
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
/** Reasons with a number or a name in them. */
const patterns: readonly (readonly [RegExp, (value: string) => string])[] = [
  [/^the board keeps (\d+) timers at most\.$/, (count) => t`the board keeps ${count} timers at most.`],
  [/^the board keeps (\d+) rules at most\.$/, (count) => t`the board keeps ${count} rules at most.`],
  [
    /^the board keeps (\d+) bytes of timers at most\.$/,
    (count) => t`the board keeps ${count} bytes of timers at most.`,
  ],
  [/^the board keeps (\d+) bytes of rules at most\.$/, (count) => t`the board keeps ${count} bytes of rules at most.`],
  [
    /^another automation sets (.+) too, and the board would undo that with each measurement\.$/,
    (target) => t`another automation sets ${target} too, and the board would undo that with each measurement.`,
  ],
];
const notes: typeof patterns = [
  [
    /^On the board it runs at (\S+), because its clock shows the first second of Sunday twice\.$/,
    (time) => t`On the board it runs at ${time}, because its clock shows the first second of Sunday twice.`,
  ],
  [
    /^On the board it runs at (\S+), because its timers must not run at the same second\.$/,
    (time) => t`On the board it runs at ${time}, because its timers must not run at the same second.`,
  ],
];

function matched(text: string, known: typeof patterns): string | undefined {
  for (const [pattern, write] of known) {
    const value = pattern.exec(text)?.[1];
    if (value !== undefined) return write(value);
  }
  return undefined;
}

const onServer = 'Runs on the server: ';

/** What was changed for the board, in the language of the page. */
export const placementNote = ({ note }: Pick<AutomationPlacement, 'note'>): string | null =>
  note === null ? null : (matched(note, notes) ?? note);

/** Where an automation runs and why, in the language of the page; a reason of another version stays as it comes. */
export function placementText({ where, reason }: Pick<AutomationPlacement, 'where' | 'reason'>): string {
  if (where === 'board') return t`Runs on the board, also without network.`;
  const known = reason.slice(onServer.length);
  const worded = Object.hasOwn(texts, known) ? texts[known as ServerReason]() : matched(known, patterns);
  return reason.startsWith(onServer) && worded !== undefined ? t`Runs on the server: ${{ reason: worded }}` : reason;
}
