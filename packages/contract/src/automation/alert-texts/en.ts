import type { AlertTexts } from './alert-texts.ts';
import { amount, roughSeconds, wholeDuration } from './amount.ts';

/** `90 seconds`, `5 minutes`, `1 hour`: in the largest unit that is whole. */
export function durationText(seconds: number): string {
  const { unit, count } = wholeDuration(seconds);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** A span of time that was measured, roughly: `40 seconds`, `7 minutes`, `3 hours`. */
export const roughly = (ms: number): string => durationText(roughSeconds(ms));

const lasting = (seconds: number): string => (seconds > 0 ? ` for ${durationText(seconds)}` : '');

/** The sentences of alerts in English. */
export const alertTextsEn: AlertTexts = {
  past_limit: ({ label, value, unit, side, limit, seconds }) =>
    `${label} was ${amount(value, unit)}, ${side} ${amount(limit, unit)}${lasting(seconds)}.`,
  within_limit: ({ label, value, unit, side, limit }) =>
    `${label} was ${amount(value, unit)}, no longer ${side} ${amount(limit, unit)}.`,
  was_text: ({ label }) => `${label} was a text.`,
  moved: ({ label, from, to, unit, seconds }) =>
    `${label} ${to > from ? 'rose' : 'fell'} by ${amount(Math.abs(to - from), unit)} within ${durationText(seconds)}, from ${amount(from, unit)} to ${amount(to, unit)}.`,
  steady: ({ label, amount: by, unit, seconds }) =>
    `${label} moved by less than ${amount(by, unit)} within ${durationText(seconds)}.`,
  silent: ({ ms, usualMs }) =>
    `It has sent nothing for ${roughly(ms)}.${usualMs === null ? '' : ` It usually sends every ${roughly(usualMs).replace(/^1 /, '')}.`}`,
  sends_again: ({ ms }) => (ms === null ? 'It sends.' : `It sends again after ${roughly(ms)}.`),
  will_pass: ({ label, side, limit, unit, value, ms, perHour }) =>
    `${label} will be ${side} ${amount(limit, unit)} in about ${roughly(ms)}: it is ${amount(value, unit)} and ${perHour > 0 ? 'rises' : 'falls'} by ${amount(Math.abs(perHour), unit)} an hour.`,
  has_passed: ({ label, side, limit, unit, value }) =>
    `${label} is ${side} ${amount(limit, unit)}: ${amount(value, unit)}.`,
  will_not_pass: ({ label, side, limit, unit, ms }) =>
    `${label} is not expected to be ${side} ${amount(limit, unit)} within ${roughly(ms)} any more.`,
  unusual: ({ label, value, unit, low, high, seconds }) =>
    `${label} was ${amount(value, unit)}, outside of ${amount(low, unit)} to ${amount(high, unit)}, which is usual at this hour${lasting(seconds)}.`,
  usual_again: ({ label, value, unit, low, high }) =>
    `${label} was ${amount(value, unit)}, back within ${amount(low, unit)} to ${amount(high, unit)}, which is usual at this hour.`,
  stuck: ({ label, value, unit, ms }) => `${label} has been reported as ${amount(value, unit)} for ${roughly(ms)}.`,
  moves_again: ({ label, value, unit }) => `${label} moves again: it was ${amount(value, unit)}.`,
  command_failed: ({ target }) => `A command to ${target} failed.`,
  command_acknowledged: ({ target }) => `A command to ${target} was acknowledged.`,
  update_failed: () => 'The firmware update failed.',
  update_succeeded: () => 'A firmware update succeeded.',
  reason: ({ text }) => text,
  day_over: () => 'A day has passed since.',
  flapping: ({ times, minutes }) =>
    `It came and went ${times} times within an hour, so it stays active until it has been calm for ${minutes} minutes.`,
  rule_changed: () => 'The rule was changed.',
  rule_deleted: () => 'The rule was deleted.',
  rule_disabled: () => 'The rule was switched off.',
  rule_elsewhere: () => 'The rule is no longer for this device.',
  rule_snoozed: () => 'The rule was snoozed.',
  device_gone: () => 'The device was deleted or handed over.',
  device_paused: () => 'The device is paused.',
  maintenance: () => 'Maintenance began.',
};
