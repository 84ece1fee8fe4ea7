import type { ControlState, Device } from '@cyno/contract';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { addedParts, type ConditionDraft, type Draft, DurationBox, Line, type Problems } from '../definitions/index.ts';
import { DayChips } from '../timers/index.ts';
import { ActionFields } from './action-fields.tsx';
import { ConditionFields, conditionOn, watchable } from './condition-fields.tsx';
import './rule-fields.css';
import { eventOf, ValueBox } from '../definitions/index.ts';

const maxConditions = 4;
const additions = [
  { part: 'hold', label: 'For how long' },
  { part: 'back', label: 'Go back' },
  { part: 'limit', label: 'Time limit' },
  { part: 'hours', label: 'Only between' },
] as const;

type RuleFieldsProps = {
  /** The devices whose values can be watched, the operated one first. */
  devices: readonly Device[];
  control: ControlState | undefined;
  draft: Draft;
  problems: Problems;
  onChange: (change: Partial<Draft>) => void;
};

/** A rule, part after part; what is not needed is behind "Add". */
export function RuleFields({ devices, control, draft, problems, onChange }: RuleFieldsProps) {
  const { conditions, hold, action } = draft;
  const change = (changed: ConditionDraft) =>
    onChange({ conditions: conditions.map((each) => (each.id === changed.id ? changed : each)) });
  const add = () => {
    const [device] = devices;
    const id = Math.max(-1, ...conditions.map((each) => each.id)) + 1;
    if (device) {
      onChange({ conditions: [...conditions, conditionOn(id, device.espid, device.variables.find(watchable))] });
    }
  };
  const isMessage = action?.kind === 'notify';
  const missing = additions.filter(
    ({ part }) => draft[part] === null && !(isMessage && (part === 'back' || part === 'limit')),
  );
  return (
    <>
      {conditions.map((condition, index) => (
        <ConditionFields
          key={condition.id}
          devices={devices}
          condition={condition}
          isFirst={index === 0}
          problem={problems[`condition ${index}`]}
          onChange={change}
          onRemove={
            conditions.length > 1
              ? () => onChange({ conditions: conditions.filter(({ id }) => id !== condition.id) })
              : undefined
          }
        />
      ))}
      {conditions.length === 0 && problems['condition 0'] && (
        <p className="line-problem" role="alert">
          {problems['condition 0']}
        </p>
      )}
      {conditions.length < maxConditions && devices.length > 0 && (
        <Button className="rule-and" size="small" variant="ghost" icon={IconPlus} onClick={add}>
          {conditions.length === 0 ? 'When a value' : 'and when another value'}
        </Button>
      )}
      {hold && (
        <Line label="For how long" problem={problems.hold} onRemove={() => onChange({ hold: null })}>
          <span>for</span>
          <DurationBox label="For how long" value={hold} onChange={(next) => onChange({ hold: next })} />
        </Line>
      )}
      <ActionFields
        control={control}
        action={action}
        problem={problems.action}
        onChange={(next) => onChange({ action: next, ...fittingEnds(draft, next) })}
      />
      <Ends control={control} draft={draft} problems={problems} onChange={onChange} />
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
  if (action?.kind === 'notify') return { back: null, limit: null };
  const { back, limit } = before;
  const undone = addedParts.back(before).back;
  const undoes = addedParts.back({ ...before, action }).back ?? '';
  return {
    ...(back !== null && back === undone && { back: undoes }),
    ...(limit && limit.value === undone && { limit: { ...limit, value: undoes } }),
  };
}

/** What ends the action: a limit of time, the conditions, and the hours in which the rule counts. */
function Ends({ control, draft, problems, onChange }: Omit<RuleFieldsProps, 'devices'>) {
  const { back, limit, hours } = draft;
  const action = draft.action?.kind === 'notify' ? null : draft.action;
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
