import type { AlertCondition, AlertKind, AlertRule, AlertRuleRequest, AlertScope, AlertSeverity } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { typedNumber } from '../../../../lib/format/typed-number.ts';
import { alertRuleName, type DurationDraft, durationDraft, durationSeconds } from '../../definitions/index.ts';
import { keyOf } from '../rules/rule-scope.ts';

export type Limits = { threshold: string; release: string | null };
type TypedLimits = Pick<Limits, 'threshold'> & Partial<Limits>;

/** A rule while it is edited: every kind and scope at once, so that changing one's mind loses nothing. Numbers are texts, as in the fields. */
export type RuleDraft = {
  name: string;
  severity: AlertSeverity;
  scope: AlertScope['kind'];
  espids: readonly string[];
  tag: string | null;
  groupId: number | null;
  kind: AlertKind;
  key: string;
  comparison: '>' | '<';
  /** Null, or a release that is left out: as suggested from what the variable was lately. */
  limits: TypedLimits | null;
  direction: 'rises' | 'falls' | 'either';
  amount: string | null;
  tolerance: string;
  /** For so long it has to hold; null: at once. */
  hold: DurationDraft | null;
  /** For so long it has to be over before it clears; null: at once. */
  clear: DurationDraft | null;
  /** Within this time something changes or is forecast, or does not move. */
  span: DurationDraft;
  /** Null: much longer than usual. */
  silence: DurationDraft | null;
  times: string;
  signal: string;
};

/** Where in the sentence something is wrong. */
export type RulePlace = 'scope' | 'condition' | 'hold' | 'release' | 'clear' | 'name';
export type RuleProblems = Partial<Record<RulePlace, string>>;

/** What fields show that nobody has changed yet. */
export type Suggestion = Limits & { amount: string };

export const emptyRule: RuleDraft = {
  name: '',
  severity: 'warning',
  scope: 'all',
  espids: [],
  tag: null,
  groupId: null,
  kind: 'limit',
  key: '',
  comparison: '>',
  limits: null,
  direction: 'either',
  amount: null,
  tolerance: '0',
  hold: { amount: '5', unit: 'minutes' },
  clear: null,
  span: { amount: '1', unit: 'hours' },
  silence: null,
  times: '4',
  signal: '-80',
};

const held = (seconds: number) => (seconds > 0 ? durationDraft(seconds) : null);

/** What the fields show for a rule that is there. */
export function draftOfRule(rule: AlertRule): RuleDraft {
  const { severity, scope, condition } = rule;
  return {
    ...emptyRule,
    name: alertRuleName(rule) ?? '',
    severity,
    scope: scope.kind,
    ...(scope.kind === 'devices' && { espids: scope.espids }),
    ...(scope.kind === 'tag' && { tag: scope.tag }),
    ...(scope.kind === 'group' && { groupId: scope.groupId }),
    kind: condition.kind,
    key: keyOf(condition) ?? '',
    ...conditionFields(condition),
  };
}

function conditionFields(condition: AlertCondition): Partial<RuleDraft> {
  switch (condition.kind) {
    case 'limit': {
      const { comparison, threshold, release, forSeconds, clearSeconds } = condition;
      return {
        comparison,
        limits: { threshold: String(threshold), release: release === null ? null : String(release) },
        hold: held(forSeconds),
        clear: held(clearSeconds),
      };
    }
    case 'change': {
      const { direction, amount, seconds } = condition;
      return { direction, amount: String(amount), span: durationDraft(seconds) };
    }
    case 'stuck':
      return { tolerance: String(condition.tolerance), span: durationDraft(condition.seconds) };
    case 'silent':
      return { silence: condition.seconds === null ? null : durationDraft(condition.seconds) };
    case 'unusual':
      return { times: String(condition.times), hold: held(condition.forSeconds) };
    case 'forecast': {
      const { comparison, threshold, withinSeconds } = condition;
      return {
        comparison,
        limits: { threshold: String(threshold), release: null },
        span: durationDraft(withinSeconds),
      };
    }
    case 'signal':
      return { signal: String(condition.threshold), hold: held(condition.forSeconds) };
    case 'command-failed':
    case 'update-failed':
      return {};
  }
}

/** The kinds that watch a variable. */
export const watchesVariable = (kind: AlertKind): boolean =>
  kind === 'limit' || kind === 'change' || kind === 'stuck' || kind === 'unusual' || kind === 'forecast';

/** The limits as the fields show them: those that were typed, else the suggested ones. */
export function limitsOf({ limits }: RuleDraft, suggestion: Suggestion | null): Limits {
  const suggested = suggestion ?? { threshold: '', release: null };
  if (limits === null) return suggested;
  const { threshold, release } = limits;
  return release === undefined ? movedLimits(suggested, threshold) : { threshold, release };
}

/** Limits with another threshold: the release moves along, as far away from it as before. */
export function movedLimits({ threshold, release }: Limits, typed: string): Limits {
  const distance = release === null ? Number.NaN : typedNumber(release) - typedNumber(threshold);
  const moved = typedNumber(typed) + distance;
  return { threshold: typed, release: Number.isFinite(moved) ? String(Number(moved.toPrecision(12))) : release };
}

/** The amount as its field shows it. */
export const amountOf = ({ amount }: RuleDraft, suggestion: Suggestion | null): string =>
  amount ?? suggestion?.amount ?? '';

/** The rule that the fields describe, without its name, or null with what is wrong where. */
export function ruleOf(draft: RuleDraft, suggestion: Suggestion | null) {
  const problems: RuleProblems = {};
  const scope = readScope(draft, problems);
  const condition = readCondition(draft, suggestion, problems);
  const isRight = Object.keys(problems).length === 0;
  return { scope, condition: isRight || !hasConditionProblem(problems) ? condition : null, isRight, problems };
}

const hasConditionProblem = ({ condition, hold, release, clear }: RuleProblems): boolean =>
  [condition, hold, release, clear].some((problem) => problem !== undefined);

function readScope({ scope, espids, tag, groupId }: RuleDraft, problems: RuleProblems): AlertScope {
  switch (scope) {
    case 'all':
      return { kind: 'all' };
    case 'devices':
      if (espids.length === 0) problems.scope = t`Choose at least one device.`;
      return { kind: 'devices', espids: [...espids] };
    case 'tag':
      if (tag === null) problems.scope = t`Choose a tag.`;
      return { kind: 'tag', tag: tag ?? '' };
    case 'group':
      if (groupId === null) problems.scope = t`Choose a group.`;
      return { kind: 'group', groupId: groupId ?? 0 };
  }
}

const longestHold = 86_400;
const longestSpan = 7 * 86_400;

function readHold(duration: DurationDraft | null, place: 'hold' | 'clear', problems: RuleProblems): number {
  if (duration === null) return 0;
  const seconds = durationSeconds(duration);
  const fits = Number.isInteger(seconds) && seconds >= 0 && seconds <= longestHold;
  if (!fits) problems[place] = t`Type a time of up to 24 hours.`;
  return seconds;
}

function readSpan(duration: DurationDraft, problems: RuleProblems): number {
  const seconds = durationSeconds(duration);
  const fits = Number.isInteger(seconds) && seconds >= 10 && seconds <= longestSpan;
  if (!fits) problems.condition ??= t`Type a time from 10 seconds to 168 hours.`;
  return seconds;
}

type Range = { min?: number; max?: number; message: string };

function readNumber(text: string, problems: RuleProblems, range: Range): number {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, message } = range;
  const number = typedNumber(text);
  if (!(Number.isFinite(number) && number >= min && number <= max)) problems.condition ??= message;
  return number;
}

const aNumber = () => ({ message: t`Type a number, such as 1000 or 21.5.` });

function readCondition(draft: RuleDraft, suggestion: Suggestion | null, problems: RuleProblems): AlertCondition {
  const { kind, key, comparison, direction } = draft;
  if (watchesVariable(kind) && key === '') problems.condition = t`Choose a value to watch.`;
  const { threshold, release } = limitsOf(draft, suggestion);
  switch (kind) {
    case 'limit': {
      const limit = readNumber(threshold, problems, aNumber());
      const back = release === null ? null : readNumber(release, problems, aNumber());
      const isBeyond = back !== null && (comparison === '>' ? back > limit : back < limit);
      if (isBeyond)
        problems.release = comparison === '>' ? t`It must be below the limit.` : t`It must be above the limit.`;
      const forSeconds = readHold(draft.hold, 'hold', problems);
      const clearSeconds = readHold(draft.clear, 'clear', problems);
      return { kind, key, comparison, threshold: limit, release: back, forSeconds, clearSeconds };
    }
    case 'change': {
      const text = amountOf(draft, suggestion);
      const amount = readNumber(text, problems, { min: Number.MIN_VALUE, message: t`Type a number above 0.` });
      return { kind, key, direction, amount, seconds: readSpan(draft.span, problems) };
    }
    case 'stuck': {
      const tolerance = readNumber(draft.tolerance, problems, { min: 0, message: t`Type 0 or more.` });
      return { kind, key, tolerance, seconds: readSpan(draft.span, problems) };
    }
    case 'silent':
      return { kind, seconds: draft.silence && readSpan(draft.silence, problems) };
    case 'unusual': {
      const times = readNumber(draft.times, problems, { min: 2, max: 20, message: t`Type a number from 2 to 20.` });
      return { kind, key, times, forSeconds: readHold(draft.hold, 'hold', problems) };
    }
    case 'forecast': {
      const limit = readNumber(threshold, problems, aNumber());
      return { kind, key, comparison, threshold: limit, withinSeconds: readSpan(draft.span, problems) };
    }
    case 'signal': {
      const limit = readNumber(draft.signal, problems, {
        min: -120,
        max: 0,
        message: t`Type a number from −120 to 0.`,
      });
      return { kind, threshold: limit, forSeconds: readHold(draft.hold, 'hold', problems) };
    }
    case 'command-failed':
    case 'update-failed':
      return { kind };
  }
}

/** The server's remarks on fields (`condition.threshold`) at the parts that they are about; others are left out. */
export function serverRemarks(fields: Readonly<Record<string, string>>): RuleProblems {
  const problems: RuleProblems = {};
  for (const [field, message] of Object.entries(fields)) {
    const [part = '', name] = field.split('.');
    if (part === 'scope' || part === 'name') problems[part] ??= message;
    else if (name === 'forSeconds') problems.hold ??= message;
    else if (name === 'release') problems.release ??= message;
    else if (name === 'clearSeconds') problems.clear ??= message;
    else if (part === 'condition') problems.condition ??= message;
  }
  return problems;
}

/** What was edited, to be stored. `before`: the rule as it is stored, whose name may have been shown in another language. */
export function requestOfDraft(
  { name, severity }: RuleDraft,
  rule: Pick<AlertRuleRequest, 'scope' | 'condition'>,
  before: AlertRule | null,
): Omit<AlertRuleRequest, 'enabled'> {
  const isUnchanged = before !== null && name === alertRuleName(before);
  return { name: isUnchanged ? before.name : name.trim() || null, severity, ...rule };
}
