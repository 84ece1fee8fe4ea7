import type { AlertCondition, AlertRuleRequest, AlertScope, AlertSeverity } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { formatExact } from '../../../../lib/format/format.ts';
import { formatList } from '../../../../lib/format/format-list.ts';
import { durationText, type Part, richParts, strong, typed } from '../../definitions/index.ts';
import { type RuleNames, variableIn } from './rule-scope.ts';

type Sentence = Pick<AlertRuleRequest, 'severity' | 'scope' | 'condition'>;

/** More devices than this are counted. */
const maxListed = 3;

/**
 * A rule as sentences: `When Temperature of any device is above 30 °C for 5 minutes, raise a critical alert. It clears at 28 °C or below.`
 * `here` is the device whose page it stands on: it is not named.
 */
export function ruleSentence({ severity, scope, condition }: Sentence, names: RuleNames, here: string | null): Part[] {
  const isHere = scope.kind === 'devices' && scope.espids.length === 1 && scope.espids[0] === here;
  const devices = isHere ? null : devicesText(scope, names);
  const raise = raiseText(conditionText({ condition, scope, names, devices }), severity);
  const clear = clearText(condition, unitOf(condition, scope, names));
  return richParts(clear === null ? raise : `${raise} ${clear}`);
}

function raiseText(condition: string, severity: AlertSeverity): string {
  switch (severity) {
    case 'critical':
      return t`When ${condition}, raise a <b>critical</b> alert.`;
    case 'warning':
      return t`When ${condition}, raise a <b>warning</b> alert.`;
    case 'info':
      return t`When ${condition}, raise an <b>info</b> alert.`;
  }
}

/** The devices of a scope within a sentence. */
function devicesText(scope: AlertScope, { devices, groups }: RuleNames): string {
  switch (scope.kind) {
    case 'all':
      return t`<b>any device</b>`;
    case 'devices': {
      const count = scope.espids.length;
      const names = scope.espids.map((espid) => devices.find((device) => device.espid === espid)?.name ?? espid);
      if (count === 1) return strong(names.join());
      const listed = count > maxListed ? plural(count, { other: '# devices' }) : typed(formatList(names));
      return t`<b>any of ${{ devices: listed }}</b>`;
    }
    case 'tag':
      return t`<b>any device</b> tagged <b>“${{ tag: typed(scope.tag) }}”</b>`;
    case 'group': {
      const name = groups.find(({ id }) => id === scope.groupId)?.name;
      return t`<b>any device</b> in <b>${{ group: name === undefined ? t`a group` : typed(name) }}</b>`;
    }
  }
}

type Speech = { condition: AlertCondition; scope: AlertScope; names: RuleNames; devices: string | null };

function conditionText({ condition, scope, names, devices }: Speech): string {
  const withUnit = (value: number) => unitText(value, unitOf(condition, scope, names));
  const device = devices ?? t`this device`;
  const subject = subjectText({ condition, scope, names, devices });
  switch (condition.kind) {
    case 'limit': {
      const value = withUnit(condition.threshold);
      const isAbove = condition.comparison === '>';
      return lasting(
        isAbove ? t`${subject} is above <b>${value}</b>` : t`${subject} is below <b>${value}</b>`,
        condition.forSeconds,
      );
    }
    case 'change': {
      const amount = withUnit(condition.amount);
      const duration = durationText(condition.seconds);
      if (condition.direction === 'rises')
        return t`${subject} rises by <b>${amount}</b> or more within <b>${duration}</b>`;
      return condition.direction === 'falls'
        ? t`${subject} falls by <b>${amount}</b> or more within <b>${duration}</b>`
        : t`${subject} rises or falls by <b>${amount}</b> or more within <b>${duration}</b>`;
    }
    case 'stuck':
      return lasting(
        condition.tolerance === 0
          ? t`${subject} does not change`
          : t`${subject} does not change by more than <b>${{ amount: withUnit(condition.tolerance) }}</b>`,
        condition.seconds,
      );
    case 'silent':
      return condition.seconds === null
        ? t`${device} sends nothing for <b>much longer than usual</b>`
        : t`${device} sends nothing for <b>${{ duration: durationText(condition.seconds) }}</b>`;
    case 'unusual':
      return lasting(
        t`${subject} is <b>${{ times: formatExact(condition.times) }} times</b> further than usual from its value at this hour`,
        condition.forSeconds,
      );
    case 'forecast': {
      const value = withUnit(condition.threshold);
      const duration = durationText(condition.withinSeconds);
      return condition.comparison === '>'
        ? t`${subject} will be above <b>${value}</b> within <b>${duration}</b> at its current rate`
        : t`${subject} will be below <b>${value}</b> within <b>${duration}</b> at its current rate`;
    }
    case 'command-failed':
      return t`a command to ${device} fails`;
    case 'update-failed':
      return t`a firmware update of ${device} fails`;
    case 'signal':
      return lasting(
        t`the Wi-Fi signal of ${device} is below <b>${{ value: withUnit(condition.threshold) }}</b>`,
        condition.forSeconds,
      );
  }
}

/** The variable that a condition is about, with whose it is where the reader cannot know. */
function subjectText({ condition, scope, names, devices }: Speech): string {
  if (!('key' in condition)) return '';
  const variable = strong(variableIn(scope, condition.key, names.devices).label);
  return devices === null ? variable : t`${variable} of ${devices}`;
}

const lasting = (condition: string, seconds: number): string =>
  seconds === 0 ? condition : t`${condition} for <b>${{ duration: durationText(seconds) }}</b>`;

/** Where an alert clears, when that is not the limit itself. */
function clearText(condition: AlertCondition, unit: string): string | null {
  if (condition.kind !== 'limit') return null;
  const { comparison, release, clearSeconds } = condition;
  const duration = durationText(clearSeconds);
  if (release === null) {
    return clearSeconds === 0 ? null : t`It clears after <b>${duration}</b> back within the limit.`;
  }
  const value = unitText(release, unit);
  if (clearSeconds === 0) {
    return comparison === '>' ? t`It clears at <b>${value} or below</b>.` : t`It clears at <b>${value} or above</b>.`;
  }
  return comparison === '>'
    ? t`It clears at <b>${value} or below</b> for <b>${duration}</b>.`
    : t`It clears at <b>${value} or above</b> for <b>${duration}</b>.`;
}

/** A number with its unit, on one line. */
const unitText = (value: number, unit: string): string =>
  typed(unit ? `${formatExact(value)}\u00a0${unit}` : formatExact(value));

function unitOf(condition: AlertCondition, scope: AlertScope, { devices }: RuleNames): string {
  if (condition.kind === 'signal') return 'dBm';
  return 'key' in condition ? variableIn(scope, condition.key, devices).unit : '';
}
