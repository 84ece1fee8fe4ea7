import type {
  AlertScope,
  AlertStateCondition,
  Comparison,
  JoinedConditions,
  RuleCondition,
  ValueCondition,
} from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { typedNumber } from '../../../lib/format/typed-number.ts';
import { canRelease } from './condition-text.ts';

type ComparedDraft = { id: number; key: string; comparison: Comparison; threshold: string; release: string | null };
/** A condition on a value of a device while it is edited; `id` only distinguishes it from its neighbours. */
export type ValueDraft = ComparedDraft & { kind?: 'value' | undefined; espid: string };
/** The same on several devices. */
export type DevicesDraft = ComparedDraft & { kind: 'devices'; scope: AlertScope; match: 'any' | 'all' };
/** A condition on an alert rule; null: none is chosen yet. */
export type AlertDraft = { id: number; ruleId: number | null } & Omit<AlertStateCondition, 'ruleId'>;
export type ConditionDraft = ValueDraft | DevicesDraft | AlertDraft;

/** Conditions as they are joined, while they are edited. */
export type ConditionsDraft = {
  /** Whether all conditions and groups have to hold, or any; in a group it is the other way. */
  match: 'all' | 'any';
  conditions: readonly ConditionDraft[];
  groups: readonly (readonly ConditionDraft[])[];
  hours: { from: number | null; to: number | null; days: readonly number[] } | null;
};

/** Where in conditions something is wrong. */
export type ConditionsPlace = 'hours' | `condition ${number}` | `group ${number} condition ${number}`;
export type ConditionsProblems = Partial<Record<ConditionsPlace, string>>;

/** What the fields show for conditions that are there. */
export function conditionsDraft({
  match = 'all',
  conditions,
  groups = [],
  activeHours,
}: JoinedConditions): ConditionsDraft {
  let nextId = 0;
  const draft = (condition: RuleCondition): ConditionDraft =>
    condition.kind === 'alert' ? { ...condition, id: nextId++ } : comparedDraft(condition, nextId++);
  return {
    match,
    conditions: conditions.map(draft),
    groups: groups.map((group) => group.map(draft)),
    hours: activeHours,
  };
}

const comparedDraft = <Condition extends Pick<ValueCondition, 'threshold' | 'release'>>(
  condition: Condition,
  id: number,
) => ({
  ...condition,
  id,
  threshold: String(condition.threshold),
  release: condition.release === null ? null : String(condition.release),
});

/** The conditions that the fields describe; with a problem noted at each that is none. */
export function readConditions(draft: ConditionsDraft, problems: ConditionsProblems): JoinedConditions {
  const { match, conditions, groups, hours } = draft;
  const read = conditions.map((condition, index) => readCondition(condition, `condition ${index}`, problems));
  const readGroups = groups.map((group, place) =>
    group.map((condition, index) => readCondition(condition, `group ${place} condition ${index}`, problems)),
  );
  const problem = hours && hoursProblem(hours);
  if (problem) problems.hours = problem;
  return {
    ...(match === 'any' && (groups.length > 0 || conditions.length > 1) && { match }),
    conditions: read,
    ...(groups.length > 0 && { groups: readGroups }),
    activeHours: hours && { from: hours.from ?? 0, to: hours.to ?? 0, days: [...hours.days].sort((a, b) => a - b) },
  };
}

function readCondition(draft: ConditionDraft, place: ConditionsPlace, problems: ConditionsProblems): RuleCondition {
  if (draft.kind === 'alert') {
    const { id: _, ruleId, ...condition } = draft;
    if (ruleId === null) problems[place] = t`Choose an alert rule.`;
    return { ...condition, ruleId: ruleId ?? 0 };
  }
  if (draft.kind === 'devices') {
    const { scope } = draft;
    if (scope.kind === 'devices' && scope.espids.length === 0) problems[place] = t`Choose at least one device.`;
    if (scope.kind === 'tag' && scope.tag === '') problems[place] = t`Choose a tag.`;
    if (scope.kind === 'group' && scope.groupId === 0) problems[place] = t`Choose a group.`;
    return readCompared(draft, place, problems);
  }
  return readCompared(draft, place, problems);
}

function readCompared<Compared extends ComparedDraft>(
  draft: Compared,
  place: ConditionsPlace,
  problems: ConditionsProblems,
) {
  const { id: _, ...condition } = draft;
  const threshold = typedNumber(condition.threshold);
  const hasRelease = condition.release !== null && canRelease(condition.comparison);
  const release = hasRelease ? typedNumber(condition.release ?? '') : null;
  if (condition.key === '') problems[place] = t`Choose a value to watch.`;
  else if (!Number.isFinite(threshold)) problems[place] = t`Type a number, such as 1000 or 21.5.`;
  else if (release !== null && !Number.isFinite(release)) problems[place] = t`Type the second number.`;
  else if (release !== null && isPassed(condition.comparison, threshold, release)) {
    problems[place] = condition.comparison.startsWith('<')
      ? t`The second number must be above the first.`
      : t`The second number must be below the first.`;
  }
  return { ...condition, threshold, release };
}

/** Whether a release lies on the side on which the condition holds, so that it would never cease. */
const isPassed = (comparison: Comparison, threshold: number, release: number): boolean =>
  comparison.startsWith('<') ? release <= threshold : release >= threshold;

function hoursProblem({ from, to, days }: NonNullable<ConditionsDraft['hours']>): string | null {
  if (from === null || to === null) return t`Type both times.`;
  if (from === to) return t`Type two different times.`;
  return days.length === 0 ? t`Choose at least one day.` : null;
}
