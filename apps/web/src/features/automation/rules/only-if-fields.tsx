import { t } from '@lingui/core/macro';
import { addedParts, type ConditionsDraft, type ConditionsProblems } from '../definitions/index.ts';
import { HoursFields } from './hours-fields.tsx';
import { AddButton, JoinedFields, type JoinTexts, type Watchable } from './joined-fields.tsx';

/** By what joins the conditions; `lead` stands in front of the first one. */
const joinTexts = {
  all: (lead: string): JoinTexts => ({
    ...firstTexts(lead),
    next: t`and`,
    firstGroup: t`${lead} either`,
    group: t`and either`,
    inGroup: t`or`,
    addValue: t`and another value`,
    addAlert: t`and an alert`,
    addGroup: t`and one of two values`,
    addInGroup: t`or another value`,
  }),
  any: (lead: string): JoinTexts => ({
    ...firstTexts(lead),
    next: t`or`,
    firstGroup: lead,
    group: t`or`,
    inGroup: t`and`,
    addValue: t`or another value`,
    addAlert: t`or an alert`,
    addGroup: t`or two values together`,
    addInGroup: t`and another value`,
  }),
};
const firstTexts = (first: string) => ({ first, firstValue: t`and a value`, firstAlert: t`and an alert` });

type OnlyIfFieldsProps = {
  watchable: Watchable;
  timeZone: string;
  draft: ConditionsDraft;
  /** What stands in front: `then continue only if`. */
  lead: string;
  problems: ConditionsProblems;
  onChange: (change: Partial<ConditionsDraft>) => void;
};

/** The conditions without which nothing further is done. */
export function OnlyIfFields({ watchable, timeZone, draft, lead, problems, onChange }: OnlyIfFieldsProps) {
  const { conditions, groups, hours } = draft;
  const isAlone = conditions.length + groups.length === 0;
  return (
    <div className="step-conditions">
      <JoinedFields
        watchable={watchable}
        draft={draft}
        texts={joinTexts[draft.match](lead)}
        problems={problems}
        isMomentary
        hoursPart={
          hours ? (
            <HoursFields
              hours={hours}
              timeZone={timeZone}
              lead={isAlone ? t`${lead} it is between` : t`and it is between`}
              problem={problems.hours}
              onChange={(next) => onChange({ hours: next })}
              onRemove={isAlone ? undefined : () => onChange({ hours: null })}
            />
          ) : (
            <AddButton label={t`and a time of the day`} onClick={() => onChange(addedParts.hours())} />
          )
        }
        onChange={onChange}
      />
    </div>
  );
}
