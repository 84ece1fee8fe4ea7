import type { ControlState, Device, Scene } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { DurationBox, Line, type StepDraft } from '../definitions/index.ts';
import { ActionFields } from './action-fields.tsx';
import { ConditionFields, conditionOn, watchable } from './condition-fields.tsx';
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
  /** The devices whose values can be looked at, the operated one first. */
  devices: readonly Device[];
  control: ControlState | undefined;
  /** The scenes that can be run. */
  scenes: readonly Pick<Scene, 'id' | 'name'>[];
  steps: readonly StepDraft[];
  /** Whether the steps follow on the action, or are done when the conditions cease. */
  list: 'next' | 'otherwise';
  problemOf: (index: number) => string | undefined;
  onChange: (steps: readonly StepDraft[]) => void;
};

/** What is done one after the other: actions, pauses, and conditions without which nothing further is done. */
export function StepFields({ label, devices, control, scenes, steps, list, problemOf, onChange }: StepFieldsProps) {
  const [device] = devices;
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
            devices={devices}
            control={control}
            scenes={scenes}
            problem={problemOf(index)}
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
                add({ id, kind: 'if', condition: conditionOn(id, device.espid, device.variables.find(watchable)) })
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

type StepLineProps = Pick<StepFieldsProps, 'devices' | 'control' | 'scenes'> & {
  step: StepDraft;
  texts: StepTexts;
  problem: string | undefined;
  onChange: (step: StepDraft) => void;
};

function StepLine({ step, texts, devices, control, scenes, problem, onChange }: StepLineProps) {
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
      <ConditionFields
        devices={devices}
        groups={null}
        condition={step.condition}
        lead={{ text: texts.onlyIf, isFirst: false }}
        problem={problem}
        onChange={(condition) => onChange({ ...step, condition })}
        isMomentary
        onRemove={undefined}
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
