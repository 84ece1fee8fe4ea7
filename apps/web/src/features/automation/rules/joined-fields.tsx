import type { AlertRule, Device, DeviceGroup } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import type { AlertDraft, ConditionDraft, ConditionsDraft, ConditionsProblems } from '../definitions/index.ts';
import { AlertConditionFields } from './alert-condition-fields.tsx';
import { ConditionFields, conditionOn, watchable as isWatchable, type Lead } from './condition-fields.tsx';
import './joined-fields.css';

const maxConditions = 4;
const maxGroups = 4;
const matches = () =>
  [
    { id: 'all', label: t`All must hold` },
    { id: 'any', label: t`One is enough` },
  ] as const;

/** What stands in front of conditions, and on the buttons that add some. */
export type JoinTexts = Record<
  | 'first'
  | 'next'
  | 'firstGroup'
  | 'group'
  | 'inGroup'
  | 'firstValue'
  | 'firstAlert'
  | 'addValue'
  | 'addAlert'
  | 'addGroup'
  | 'addInGroup',
  string
>;

/** Those of a rule, by what joins its conditions: `and`, groups `or`; or the other way. */
export const ruleTexts = {
  all: (): JoinTexts => ({
    ...firstTexts(),
    next: t`and`,
    firstGroup: t`When either`,
    group: t`and either`,
    inGroup: t`or`,
    addValue: t`and when another value`,
    addAlert: t`and when an alert`,
    addGroup: t`and one of two values`,
    addInGroup: t`or when another value`,
  }),
  any: (): JoinTexts => ({
    ...firstTexts(),
    next: t`or`,
    firstGroup: t`When`,
    group: t`or`,
    inGroup: t`and`,
    addValue: t`or when another value`,
    addAlert: t`or when an alert`,
    addGroup: t`or two values together`,
    addInGroup: t`and when another value`,
  }),
};

const firstTexts = () => ({ first: t`When`, firstValue: t`When a value`, firstAlert: t`When an alert` });

/** What conditions can be about. */
export type Watchable = {
  /** The devices whose values can be watched, the operated one first. */
  devices: readonly Device[];
  /** Groups by which devices are found; null: only their owner finds them by tags and groups. */
  groups: readonly DeviceGroup[] | null;
  alertRules: readonly AlertRule[];
};

type JoinedFieldsProps = {
  watchable: Watchable;
  draft: ConditionsDraft;
  texts: JoinTexts;
  problems: ConditionsProblems;
  /** They are looked at once, so that there is nothing that one could hold until. */
  isMomentary?: boolean;
  /** Their hours, or what adds them. */
  hoursPart?: ReactNode;
  onChange: (change: Partial<ConditionsDraft>) => void;
};

/** What has to hold: conditions, and groups of them that are joined the other way. */
export function JoinedFields(props: JoinedFieldsProps) {
  const { watchable, draft, texts, problems, isMomentary = false, hoursPart, onChange } = props;
  const { match, conditions, groups, hours } = draft;
  const [device] = watchable.devices;
  const freeId = Math.max(-1, ...[...conditions, ...groups.flat()].map(({ id }) => id)) + 1;
  const added = (id: number): ConditionDraft[] =>
    device ? [conditionOn(id, device.espid, device.variables.find(isWatchable))] : [];
  const parts = conditions.length + groups.length;
  const setGroup = (place: number, next: readonly ConditionDraft[]) =>
    onChange({ groups: groups.map((group, index) => (index === place ? next : group)) });
  const removeFrom = (place: number, id: number) => {
    const rest = groups[place]?.filter((each) => each.id !== id) ?? [];
    // What is left alone is no group any more.
    if (rest.length > 1) setGroup(place, rest);
    else onChange({ conditions: [...conditions, ...rest], groups: groups.filter((_, index) => index !== place) });
  };
  return (
    <>
      {(parts > 1 || groups.length > 0) && (
        <Segmented
          label={t`How the conditions are joined`}
          options={matches()}
          value={match}
          onChange={(next) => onChange({ match: next })}
        />
      )}
      {conditions.map((condition, index) => (
        <OneCondition
          key={condition.id}
          watchable={watchable}
          isMomentary={isMomentary}
          condition={condition}
          lead={index === 0 ? { text: texts.first, isFirst: true } : { text: texts.next, isFirst: false }}
          problem={problems[`condition ${index}`]}
          onChange={(changed) => onChange({ conditions: replaced(conditions, changed) })}
          onRemove={
            parts > 1 || (isMomentary && hours !== null)
              ? () => onChange({ conditions: conditions.filter(({ id }) => id !== condition.id) })
              : undefined
          }
        />
      ))}
      {groups.map((group, place) => (
        <fieldset key={group[0]?.id} className="rule-group" aria-label={t`Group ${{ number: place + 1 }}`}>
          {group.map((condition, index) => (
            <OneCondition
              key={condition.id}
              watchable={watchable}
              isMomentary={isMomentary}
              condition={condition}
              lead={
                index > 0
                  ? { text: texts.inGroup, isFirst: false }
                  : place + conditions.length === 0
                    ? { text: texts.firstGroup, isFirst: true }
                    : { text: texts.group, isFirst: false }
              }
              problem={problems[`group ${place} condition ${index}`]}
              onChange={(changed) => setGroup(place, replaced(group, changed))}
              onRemove={() => removeFrom(place, condition.id)}
            />
          ))}
          {group.length < maxConditions && (
            <AddButton label={texts.addInGroup} onClick={() => setGroup(place, [...group, ...added(freeId)])} />
          )}
        </fieldset>
      ))}
      {parts === 0 && problems['condition 0'] && (
        <p className="line-problem" role="alert">
          {problems['condition 0']}
        </p>
      )}
      {hours && hoursPart}
      {device && (
        <div className="rule-more">
          {conditions.length < maxConditions && (
            <AddButton
              label={parts === 0 ? texts.firstValue : texts.addValue}
              onClick={() => onChange({ conditions: [...conditions, ...added(freeId)] })}
            />
          )}
          {conditions.length < maxConditions && watchable.alertRules.length > 0 && (
            <AddButton
              label={parts === 0 ? texts.firstAlert : texts.addAlert}
              onClick={() => onChange({ conditions: [...conditions, alertOn(freeId)] })}
            />
          )}
          {parts > 0 && groups.length < maxGroups && (
            <AddButton
              label={texts.addGroup}
              onClick={() => onChange({ groups: [...groups, [...added(freeId), ...added(freeId + 1)]] })}
            />
          )}
          {!hours && hoursPart}
        </div>
      )}
    </>
  );
}

const alertOn = (id: number): AlertDraft => ({ id, kind: 'alert', ruleId: null, espid: null, state: 'active' });

type OneConditionProps = {
  watchable: Watchable;
  isMomentary: boolean;
  condition: ConditionDraft;
  lead: Lead;
  problem: string | undefined;
  onChange: (condition: ConditionDraft) => void;
  onRemove: (() => void) | undefined;
};

function OneCondition({ watchable, isMomentary, condition, ...props }: OneConditionProps) {
  const { devices, groups, alertRules } = watchable;
  if (condition.kind === 'alert') {
    return <AlertConditionFields devices={devices} rules={alertRules} condition={condition} {...props} />;
  }
  return (
    <ConditionFields devices={devices} groups={groups} condition={condition} isMomentary={isMomentary} {...props} />
  );
}

const replaced = (conditions: readonly ConditionDraft[], changed: ConditionDraft): ConditionDraft[] =>
  conditions.map((each) => (each.id === changed.id ? changed : each));

/** Adds a part to conditions. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button className="rule-and" size="small" variant="ghost" icon={IconPlus} onClick={onClick}>
      {label}
    </Button>
  );
}
