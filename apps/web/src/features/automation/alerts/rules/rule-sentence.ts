import type { AlertCondition, AlertRuleRequest, AlertScope } from '@cyno/contract';
import { formatExact } from '../../../../lib/format/format.ts';
import { durationText, type Part } from '../../definitions/index.ts';
import { type RuleNames, variableIn } from './rule-scope.ts';

type Sentence = Pick<AlertRuleRequest, 'severity' | 'scope' | 'condition'>;

const strong = (text: string): Part => ({ text, strong: true });
const plain = (text: string): Part => ({ text });

/**
 * A rule as a sentence: `When Temperature of any device is above 30 °C for 5 minutes, raise a critical alert. It clears at 28 °C.`
 * `here` is the device whose page it stands on: it is not named.
 */
export function ruleSentence({ severity, scope, condition }: Sentence, names: RuleNames, here: string | null): Part[] {
  const isHere = scope.kind === 'devices' && scope.espids.length === 1 && scope.espids[0] === here;
  const whose = isHere ? null : subjectOf(scope, names);
  const article = severity === 'info' ? 'an' : 'a';
  return [
    plain('When '),
    ...conditionParts({ condition, scope, names, whose }),
    plain(`, raise ${article} `),
    strong(severity),
    plain(' alert.'),
    ...clearParts(condition, unitOf(condition, scope, names)),
  ];
}

/** The devices of a scope within a sentence. */
function subjectOf(scope: AlertScope, { devices, groups }: RuleNames): string {
  switch (scope.kind) {
    case 'all':
      return 'any device';
    case 'devices': {
      const names = scope.espids.map((espid) => devices.find((device) => device.espid === espid)?.name ?? espid);
      return names.length > 3 ? `any of ${names.length} devices` : orText(names);
    }
    case 'tag':
      return `any device with the tag ${scope.tag}`;
    case 'group':
      return `any device in ${groups.find(({ id }) => id === scope.groupId)?.name ?? `group ${scope.groupId}`}`;
  }
}

const orText = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

type Speech = { condition: AlertCondition; scope: AlertScope; names: RuleNames; whose: string | null };

const ofWhom = (whose: string | null): Part[] => (whose === null ? [] : [plain(' of '), strong(whose)]);
const whom = (whose: string | null): Part => (whose === null ? plain('this device') : strong(whose));

function conditionParts({ condition, scope, names, whose }: Speech): Part[] {
  const amount = (value: number) => strong(withUnit(value, unitOf(condition, scope, names)));
  const variable = (key: string) => [strong(variableIn(scope, key, names.devices).label), ...ofWhom(whose)];
  switch (condition.kind) {
    case 'limit':
      return [
        ...variable(condition.key),
        plain(` is ${sideText(condition.comparison)} `),
        amount(condition.threshold),
        ...forParts(condition.forSeconds),
      ];
    case 'change':
      return [
        ...variable(condition.key),
        plain(` ${directionTexts[condition.direction]} by `),
        amount(condition.amount),
        plain(' or more within '),
        strong(durationText(condition.seconds)),
      ];
    case 'stuck':
      return [
        ...variable(condition.key),
        ...(condition.tolerance === 0
          ? [plain(' does not change')]
          : [plain(' does not move by more than '), amount(condition.tolerance)]),
        ...forParts(condition.seconds),
      ];
    case 'silent':
      return [
        whom(whose),
        plain(' sends nothing for '),
        strong(condition.seconds === null ? 'much longer than usual' : durationText(condition.seconds)),
      ];
    case 'unusual':
      return [
        ...variable(condition.key),
        plain(' is '),
        strong(`${formatExact(condition.times)} times`),
        plain(' further than usual from what it is at this hour'),
        ...forParts(condition.forSeconds),
      ];
    case 'forecast':
      return [
        ...variable(condition.key),
        plain(` will be ${sideText(condition.comparison)} `),
        amount(condition.threshold),
        plain(' within '),
        strong(durationText(condition.withinSeconds)),
        plain(' at its present slope'),
      ];
    case 'command-failed':
      return [plain('a command to '), whom(whose), plain(' fails')];
    case 'update-failed':
      return [plain('a firmware update of '), whom(whose), plain(' fails')];
    case 'signal':
      return [
        plain('the Wi-Fi signal of '),
        whom(whose),
        plain(' is below '),
        amount(condition.threshold),
        ...forParts(condition.forSeconds),
      ];
  }
}

const directionTexts = { rises: 'rises', falls: 'falls', either: 'rises or falls' } as const;

/** On which side of a limit it is. */
const sideText = (comparison: '>' | '<'): string => (comparison === '>' ? 'above' : 'below');

const forParts = (seconds: number): Part[] => (seconds === 0 ? [] : [plain(' for '), strong(durationText(seconds))]);

function clearParts(condition: AlertCondition, unit: string): Part[] {
  if (condition.kind !== 'limit') return [];
  const { comparison, release, clearSeconds } = condition;
  if (release === null && clearSeconds === 0) return [];
  const side = comparison === '>' ? 'or below' : 'or above';
  const level =
    release === null ? [plain('on the other side')] : [plain('at '), strong(`${withUnit(release, unit)} ${side}`)];
  return [plain(' It clears '), ...level, ...forParts(clearSeconds), plain('.')];
}

/** A number with its unit, on one line. */
const withUnit = (value: number, unit: string): string =>
  unit ? `${formatExact(value)}\u00a0${unit}` : formatExact(value);

function unitOf(condition: AlertCondition, scope: AlertScope, { devices }: RuleNames): string {
  if (condition.kind === 'signal') return 'dBm';
  return 'key' in condition ? variableIn(scope, condition.key, devices).unit : '';
}
