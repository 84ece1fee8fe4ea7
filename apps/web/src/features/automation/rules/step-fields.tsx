import type { ControlState, Scene } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { type ConditionsProblems, DurationBox, Line, type Problems, type StepDraft } from '../definitions/index.ts';
import { ActionFields } from './action-fields.tsx';
import { conditionOn, watchable as isWatchable } from './condition-fields.tsx';
import type { Watchable } from './joined-fields.tsx';
import { OnlyIfFields } from './only-if-fields.tsx';
import './step-fields.css';

const maxSteps = 15;

/** What stands in front of a step, by its kind, and on the button that adds the first one. */
const stepTexts = {
  next: () => ({ action: t`then`, wait: t`then wait`, onlyIf: t`then continue only if`, add: t`then do something` }),
  otherwise: () => ({
    action: t`when that no longer holds,`,
    wait: t`when that no longer holds, wait`,
    onlyIf: t`when that no longer holds, continue only if`,
    add: t`when that no longer holds, do something`,
  }),
};
type StepTexts = ReturnType<(typeof stepTexts)['next']>;

type StepFieldsProps = {
  /** What the list is, for screen readers. */
  label: string;
  /** What can be looked at. */
  watchable: Watchable;
  timeZone: string;
  control: ControlState | undefined;
  /** The scenes that can be run. */
  scenes: readonly Pick<Scene, 'id' | 'name'>[];
  steps: readonly StepDraft[];
  /** Whether the steps follow on the action, or are done when the conditions cease. */
  list: 'next' | 'otherwise';
  problems: Problems;
  onChange: (steps: readonly StepDraft[]) => void;
};

/** What is done one after the other: actions, pauses, and conditions without which nothing further is done. */
export function StepFields(props: StepFieldsProps) {
  const { label, watchable, timeZone, control, scenes, steps, list, problems, onChange } = props;
  const [device] = watchable.devices;
  const id = Math.max(-1, ...steps.map((step) => step.id)) + 1;
  const add = (step: StepDraft) => onChange([...steps, step]);
  const replace = (step: StepDraft) => onChange(steps.map((each) => (each.id === step.id ? step : each)));
  return (
    <fieldset className="steps" aria-label={label}>
      {steps.map((step, index) => (
        <div className="step" key={step.id}>
          <StepLine
            step={step}
            texts={index === 0 ? stepTexts[list]() : stepTexts.next()}
            watchable={watchable}
            timeZone={timeZone}
            control={control}
            scenes={scenes}
            problem={problems[`${list} ${index}`]}
            conditionProblems={problemsIn(problems, `${list} ${index} `)}
            onChange={replace}
          />
          <IconButton
            label={t`Remove this step`}
            icon={IconX}
            size="small"
            onClick={() => onChange(steps.filter((each) => each.id !== step.id))}
          />
        </div>
      ))}
      {steps.length < maxSteps && (
        <div className="step-additions">
          <Button
            size="small"
            variant="ghost"
            icon={IconPlus}
            onClick={() => add({ id, kind: 'action', action: null })}
          >
            {steps.length === 0 ? stepTexts[list]().add : stepTexts.next().add}
          </Button>
          {steps.length > 0 || list === 'next' ? (
            <Button
              size="small"
              variant="ghost"
              icon={IconPlus}
              onClick={() => add({ id, kind: 'wait', duration: { amount: '10', unit: 'minutes' } })}
            >
              {stepTexts.next().wait}
            </Button>
          ) : null}
          {steps.length > 0 && device && (
            <Button
              size="small"
              variant="ghost"
              icon={IconPlus}
              onClick={() =>
                add({
                  id,
                  kind: 'if',
                  match: 'all',
                  conditions: [conditionOn(0, device.espid, device.variables.find(isWatchable))],
                  groups: [],
                  hours: null,
                })
              }
            >
              {stepTexts.next().onlyIf}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

/** What is wrong within a step. */
const problemsIn = (problems: Problems, place: string): ConditionsProblems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([key, problem]) =>
      key.startsWith(place) ? [[key.slice(place.length), problem]] : [],
    ),
  );

type StepLineProps = Pick<StepFieldsProps, 'watchable' | 'timeZone' | 'control' | 'scenes'> & {
  step: StepDraft;
  texts: StepTexts;
  problem: string | undefined;
  conditionProblems: ConditionsProblems;
  onChange: (step: StepDraft) => void;
};

function StepLine(props: StepLineProps) {
  const { step, texts, watchable, timeZone, control, scenes, problem, conditionProblems, onChange } = props;
  if (step.kind === 'wait') {
    return (
      <Line label={t`Pause`} problem={problem}>
        <span>{texts.wait}</span>
        <DurationBox label={t`Pause`} value={step.duration} onChange={(duration) => onChange({ ...step, duration })} />
      </Line>
    );
  }
  if (step.kind === 'if') {
    return (
      <OnlyIfFields
        watchable={watchable}
        timeZone={timeZone}
        draft={step}
        lead={texts.onlyIf}
        problems={problem === undefined ? conditionProblems : { 'condition 0': problem, ...conditionProblems }}
        onChange={(change) => onChange({ ...step, ...change })}
      />
    );
  }
  return (
    <div className="step-action">
      <span>{texts.action}</span>
      <ActionFields
        control={control}
        scenes={scenes}
        action={step.action}
        problem={problem}
        onChange={(action) => onChange({ ...step, action })}
      />
    </div>
  );
}
