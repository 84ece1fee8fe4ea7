import type { ControlState, Scene } from '@cyno/contract';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { addedParts, type Draft, DurationBox, isSwitchDraft, Line, type Problems } from '../definitions/index.ts';
import { DayChips } from '../timers/index.ts';
import { ActionFields } from './action-fields.tsx';
import { RuleConditions, type Watchable } from './rule-conditions.tsx';
import { StepFields } from './step-fields.tsx';
import { WhileRunningField } from './while-running-field.tsx';
import './rule-fields.css';
import { eventOf, ValueBox } from '../definitions/index.ts';

const additions = [
  { part: 'hold', label: 'For how long' },
  { part: 'back', label: 'Go back' },
  { part: 'limit', label: 'Time limit' },
  { part: 'hours', label: 'Only between' },
] as const;

type RuleFieldsProps = {
  watchable: Watchable;
  control: ControlState | undefined;
  /** The scenes that can be run. */
  scenes: readonly Pick<Scene, 'id' | 'name'>[];
  draft: Draft;
  problems: Problems;
  onChange: (change: Partial<Draft>) => void;
};

/** A rule, part after part; what is not needed is behind "Add". */
export function RuleFields({ watchable, control, scenes, draft, problems, onChange }: RuleFieldsProps) {
  const { devices } = watchable;
  const { hold, action } = draft;
  const staysDone = action !== null && !isSwitchDraft(action);
  const missing = additions.filter(
    ({ part }) => draft[part] === null && !(staysDone && (part === 'back' || part === 'limit')),
  );
  return (
    <>
      <RuleConditions watchable={watchable} draft={draft} problems={problems} onChange={onChange} />
      {hold && (
        <Line label="For how long" problem={problems.hold} onRemove={() => onChange({ hold: null })}>
          <span>for</span>
          <DurationBox label="For how long" value={hold} onChange={(next) => onChange({ hold: next })} />
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
        label="What follows"
        lead="then"
        devices={devices}
        control={control}
        scenes={scenes}
        steps={draft.next}
        problemOf={(index) => problems[`next ${index}`]}
        onChange={(next) => onChange({ next })}
      />
      <Ends control={control} draft={draft} problems={problems} onChange={onChange} />
      <StepFields
        label="Otherwise"
        lead={draft.back === null ? 'when that no longer holds,' : 'then, when that no longer holds,'}
        devices={devices}
        control={control}
        scenes={scenes}
        steps={draft.otherwise}
        problemOf={(index) => problems[`otherwise ${index}`]}
        onChange={(otherwise) => onChange({ otherwise })}
      />
      <WhileRunningField draft={draft} onChange={onChange} />
      {missing.length > 0 && (
        <fieldset className="rule-additions" aria-label="Add to the rule">
          <span>Add:</span>
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
function Ends({ control, draft, problems, onChange }: Omit<RuleFieldsProps, 'watchable' | 'scenes'>) {
  const { back, limit, hours } = draft;
  const action = draft.action && isSwitchDraft(draft.action) ? draft.action : null;
  const event = action ? eventOf(control, action) : undefined;
  return (
    <>
      {limit && (
        <Line label="Time limit" problem={problems.limit} onRemove={() => onChange({ limit: null })}>
          <span>for at most</span>
          <DurationBox label="Time limit" value={limit} onChange={(next) => onChange({ limit: next })} />
          <span>then</span>
          {action && (
            <ValueBox
              label="Value after the time limit"
              action={action}
              event={event}
              value={limit.value}
              onChange={(value) => onChange({ limit: { ...limit, value } })}
            />
          )}
        </Line>
      )}
      {back !== null && (
        <Line label="Go back" problem={problems.back} onRemove={() => onChange({ back: null })}>
          <span>and go back</span>
          {action && (
            <ValueBox
              label="Value to go back to"
              action={action}
              event={event}
              value={back}
              onChange={(value) => onChange({ back: value })}
            />
          )}
          <span>when that no longer holds</span>
        </Line>
      )}
      {hours && (
        <Line label="Only between" problem={problems.hours} onRemove={() => onChange({ hours: null })}>
          <span>but only between</span>
          <TimeField label="From" value={hours.from} onChange={(from) => onChange({ hours: { ...hours, from } })} />
          <span>and</span>
          <TimeField label="To" value={hours.to} onChange={(to) => onChange({ hours: { ...hours, to } })} />
          <span>on</span>
          <DayChips
            label="Days of the week"
            days={hours.days}
            onChange={(days) => onChange({ hours: { ...hours, days } })}
          />
        </Line>
      )}
    </>
  );
}
