import type { ControlState, Scene } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import {
  addedParts,
  type Draft,
  DurationBox,
  isSwitchDraft,
  Line,
  type Problems,
  type SwitchDraft,
} from '../definitions/index.ts';
import { ActionFields } from './action-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { JoinedFields, ruleTexts, type Watchable } from './joined-fields.tsx';
import { StepFields } from './step-fields.tsx';
import { WhileRunningField } from './while-running-field.tsx';
import './rule-fields.css';
import { eventOf, ValueBox } from '../definitions/index.ts';

const additions = () =>
  [
    { part: 'hold', label: t`For how long` },
    { part: 'back', label: t`Go back` },
    { part: 'limit', label: t`Time limit` },
    { part: 'hours', label: t`Only between` },
  ] as const;

type RuleFieldsProps = {
  watchable: Watchable;
  control: ControlState | undefined;
  /** The scenes that can be run. */
  scenes: readonly Pick<Scene, 'id' | 'name'>[];
  draft: Draft;
  /** The zone of the hours in which the rule counts. */
  timeZone: string;
  problems: Problems;
  onChange: (change: Partial<Draft>) => void;
};

/** A rule, part after part; what is not needed is behind "Add". */
export function RuleFields({ watchable, control, scenes, draft, timeZone, problems, onChange }: RuleFieldsProps) {
  const { hold, action } = draft;
  const staysDone = action !== null && !isSwitchDraft(action);
  const missing = additions().filter(
    ({ part }) => draft[part] === null && !(staysDone && (part === 'back' || part === 'limit')),
  );
  return (
    <>
      <JoinedFields
        watchable={watchable}
        draft={draft}
        texts={ruleTexts[draft.match]()}
        problems={problems}
        onChange={onChange}
      />
      {hold && (
        <Line label={t`For how long`} problem={problems.hold} onRemove={() => onChange({ hold: null })}>
          <Trans>
            for <DurationBox label={t`For how long`} value={hold} onChange={(next) => onChange({ hold: next })} />
          </Trans>
        </Line>
      )}
      <ActionFields
        control={control}
        scenes={scenes}
        action={action}
        problem={problems.action}
        onChange={(next) => onChange({ action: next, ...fittingEnds(draft, next) })}
      />
      <StepFields
        label={t`What follows`}
        list="next"
        watchable={watchable}
        timeZone={timeZone}
        control={control}
        scenes={scenes}
        steps={draft.next}
        problems={problems}
        onChange={(next) => onChange({ next })}
      />
      <Ends control={control} draft={draft} timeZone={timeZone} problems={problems} onChange={onChange} />
      <StepFields
        label={t`Otherwise`}
        list="otherwise"
        watchable={watchable}
        timeZone={timeZone}
        control={control}
        scenes={scenes}
        steps={draft.otherwise}
        problems={problems}
        onChange={(otherwise) => onChange({ otherwise })}
      />
      <WhileRunningField draft={draft} onChange={onChange} />
      {missing.length > 0 && (
        <fieldset className="rule-additions" aria-label={t`Add to the rule`}>
          <span>{t`Add:`}</span>
          {missing.map(({ part, label }) => (
            <Button key={part} size="small" icon={IconPlus} onClick={() => onChange(addedParts[part](draft))}>
              {label}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** The values at the ends follow the action while they are what undoes it. */
function fittingEnds(before: Draft, action: Draft['action']): Partial<Draft> {
  // What was sent stays sent.
  if (action && !isSwitchDraft(action)) return { back: null, limit: null };
  const { back, limit } = before;
  const undone = addedParts.back(before).back;
  const undoes = addedParts.back({ ...before, action }).back ?? '';
  return {
    ...(back !== null && back === undone && { back: undoes }),
    ...(limit && limit.value === undone && { limit: { ...limit, value: undoes } }),
  };
}

/** What ends the action: a limit of time, the conditions, and the hours in which the rule counts. */
function Ends({ control, draft, timeZone, problems, onChange }: Omit<RuleFieldsProps, 'watchable' | 'scenes'>) {
  const { back, limit, hours } = draft;
  const action = draft.action && isSwitchDraft(draft.action) ? draft.action : null;
  const end = { action, event: action ? eventOf(control, action) : undefined };
  return (
    <>
      {limit && (
        <Line label={t`Time limit`} problem={problems.limit} onRemove={() => onChange({ limit: null })}>
          <Trans>
            for at most{' '}
            <DurationBox label={t`Time limit`} value={limit} onChange={(next) => onChange({ limit: next })} /> then{' '}
            <EndValue
              label={t`Value after the time limit`}
              value={limit.value}
              onChange={(value) => onChange({ limit: { ...limit, value } })}
              {...end}
            />
          </Trans>
        </Line>
      )}
      {back !== null && (
        <Line label={t`Go back`} problem={problems.back} onRemove={() => onChange({ back: null })}>
          <Trans>
            and go back{' '}
            <EndValue
              label={t`Value to go back to`}
              value={back}
              onChange={(value) => onChange({ back: value })}
              {...end}
            />{' '}
            when that no longer holds
          </Trans>
        </Line>
      )}
      {hours && (
        <HoursFields
          hours={hours}
          timeZone={timeZone}
          lead={t`but only between`}
          problem={problems.hours}
          onChange={(next) => onChange({ hours: next })}
          onRemove={() => onChange({ hours: null })}
        />
      )}
    </>
  );
}

type EndValueProps = Omit<ComponentProps<typeof ValueBox>, 'action'> & { action: SwitchDraft | null };

/** A value that an action ends with; nothing while none is chosen. */
const EndValue = ({ action, ...props }: EndValueProps) => action && <ValueBox action={action} {...props} />;
