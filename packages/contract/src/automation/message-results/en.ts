import { durationText } from '../alert-texts/en.ts';
import type { MessageResultTexts } from './message-result.ts';

/** What came of actions from messages, in English. */
export const messageResultsEn: MessageResultTexts = {
  acknowledged: ({ count }) => `${count === 1 ? 'Alert' : `${count} alerts`} acknowledged.`,
  snoozed: ({ count, minutes }) =>
    `Nobody is notified of ${count === 1 ? 'this alert' : `these ${count} alerts`} for ${durationText(minutes * 60)}.`,
  acknowledged_before: () => 'Somebody has acknowledged it already.',
  over_before: () => 'It is over already: there is nothing left to acknowledge.',
  switched: ({ output, on, device, online }) =>
    online
      ? `${output} ${on ? 'on' : 'off'}: sent to ${device}.`
      : `${output} ${on ? 'on' : 'off'}: ${device} is offline. It gets this if it is back within an hour.`,
};
