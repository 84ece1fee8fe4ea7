import type { Scene } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ComboField } from '../../../ui/fields/combo-field.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { CloseQuestion } from '../../../ui/overlays/close-question.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { controlQuery } from '../../boards/control/index.ts';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { isSwitchDraft, Line, switchOptions } from '../definitions/index.ts';
import { pinNote, SwitchParts } from '../rules/index.ts';
import { useSaveScene } from './scene-calls.ts';
import { draftOfScene, type SceneDraft, type StepDraft, sceneOf, stepsNow } from './scene-draft.ts';
import './scene-editor.css';

const maxActions = 32;

type SceneEditorProps = {
  /** The devices that the account may operate. */
  devices: readonly SeenDevice[];
  /** What the fields begin with. */
  start: Pick<Scene, 'name' | 'actions'>;
  /** The scene that is changed; null: it becomes a new one. */
  id: number | null;
  onClose: () => void;
};

/** Chooses the outputs and events that a scene sets, and gives it a name. */
export function SceneEditor({ devices, start, id, onClose }: SceneEditorProps) {
  const [initial] = useState(() => withFirstStep(draftOfScene(start), devices));
  const [draft, setDraft] = useState(initial);
  const [wasTried, setTried] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const save = useSaveScene();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial);
  useUnsavedChanges(isChanged && !save.isSuccess);
  const own = devices.filter(({ espid }) => draft.steps.some((step) => step.espid === espid));
  const states = useQueries({ queries: own.map(({ espid }) => controlQuery(espid)) });
  const controls = new Map(own.map(({ espid }, index) => [espid, states[index]?.data]));
  const { request, problems } = sceneOf(draft, controls);
  const change = (part: Partial<SceneDraft>) => {
    save.reset();
    setDraft((before) => ({ ...before, ...part }));
  };
  const leave = () => (isChanged ? setConfirming(true) : onClose());
  const keep = () => {
    setTried(true);
    if (request) save.mutate({ id, request }, { onSuccess: onClose });
  };
  const missing = wasTried && !request ? t`Fix the marked fields above.` : null;
  return (
    <Sheet
      title={id === null ? t`New scene` : t`Edit scene`}
      size="wide"
      isOpen
      onClose={leave}
      footer={
        <>
          <p className="scene-editor-message" role="alert">
            {missing ?? (save.error && failureText(save.error))}
          </p>
          <Button onClick={leave}>{t`Cancel`}</Button>
          <Button variant="primary" busy={save.isPending} onClick={keep}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="scene-editor">
        <TextField
          label={t`Name`}
          placeholder={t`Evening`}
          maxLength={60}
          autoComplete="off"
          error={(wasTried && problems.name) || null}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Steps
          devices={devices}
          steps={draft.steps}
          problems={wasTried ? problems.steps : noProblems}
          onChange={(steps) => change({ steps })}
        />
      </div>
      {isConfirming && (
        <CloseQuestion onStay={() => setConfirming(false)} onClose={onClose}>
          {t`Your changes to this scene will be lost.`}
        </CloseQuestion>
      )}
    </Sheet>
  );
}

const noProblems: ReadonlyMap<number, string> = new Map();

/** A new scene begins with a line to fill in. */
function withFirstStep(draft: SceneDraft, [device]: readonly SeenDevice[]): SceneDraft {
  if (draft.steps.length > 0 || !device) return draft;
  return { ...draft, steps: [{ id: 0, espid: device.espid, action: null }] };
}

type StepsProps = {
  devices: readonly SeenDevice[];
  steps: readonly StepDraft[];
  problems: ReadonlyMap<number, string>;
  onChange: (steps: readonly StepDraft[]) => void;
};

function Steps({ devices, steps, problems, onChange }: StepsProps) {
  const nextId = Math.max(-1, ...steps.map(({ id }) => id)) + 1;
  const last = steps.at(-1)?.espid ?? devices[0]?.espid;
  const isFull = steps.length >= maxActions;
  return (
    <fieldset className="scene-editor-steps" aria-label={t`What the scene sets`}>
      {steps.map((step) => (
        <StepFields
          key={step.id}
          devices={devices}
          step={step}
          free={maxActions - steps.length}
          problem={problems.get(step.id)}
          onChange={(changed) => onChange(steps.map((each) => (each.id === step.id ? changed : each)))}
          onAll={(now) =>
            onChange([
              ...steps.filter((each) => each.id !== step.id),
              ...now.map((each, index) => ({ ...each, id: nextId + index })),
            ])
          }
          onRemove={steps.length > 1 ? () => onChange(steps.filter(({ id }) => id !== step.id)) : undefined}
        />
      ))}
      {isFull ? (
        <p className="scene-editor-note">
          {plural({ max: maxActions }, { other: 'A scene sets at most # outputs and events.' })}
        </p>
      ) : (
        last !== undefined && (
          <Button
            className="scene-editor-add"
            size="small"
            variant="ghost"
            icon={IconPlus}
            onClick={() => onChange([...steps, { id: nextId, espid: last, action: null }])}
          >
            {t`Add output or event`}
          </Button>
        )
      )}
    </fieldset>
  );
}

type StepFieldsProps = {
  devices: readonly SeenDevice[];
  step: StepDraft;
  /** How many more the scene may have. */
  free: number;
  problem: string | undefined;
  onChange: (step: StepDraft) => void;
  /** Puts all outputs of the device, as they are now, in the place of the step. */
  onAll: (now: StepDraft[]) => void;
  onRemove: (() => void) | undefined;
};

function StepFields({ devices, step, free, problem, onChange, onAll, onRemove }: StepFieldsProps) {
  const { espid } = step;
  const device = devices.find((each) => each.espid === espid);
  const control = useQuery({ ...controlQuery(espid), enabled: device !== undefined }).data;
  const action = step.action && isSwitchDraft(step.action) ? step.action : null;
  const now = action === null && control ? stepsNow(espid, control, 0) : [];
  const options = devices.map((each) => ({ id: each.espid, label: each.name }));
  if (!device) options.unshift({ id: espid, label: t`${{ device: espid }} (no longer yours)` });
  return (
    <Line
      label={t`Output or event`}
      problem={problem}
      hint={action && pinNote(control, action)}
      onRemove={onRemove}
      removeLabel={t`Remove this output or event`}
    >
      <Trans>
        on{' '}
        <ComboField
          label={t`Device`}
          hideLabel
          options={options}
          value={espid}
          onChange={(chosen) => chosen !== espid && onChange({ ...step, espid: chosen, action: null })}
          nothing={t`No device with this name`}
        />
      </Trans>
      <SwitchParts
        control={control}
        options={switchOptions(control, action)}
        action={action}
        onChange={(changed) => onChange({ ...step, action: changed })}
      />
      {now.length > 1 && now.length <= free + 1 && (
        <Button size="small" variant="ghost" onClick={() => onAll(now)}>
          {plural({ count: now.length }, { other: 'All # outputs as they are now' })}
        </Button>
      )}
    </Line>
  );
}
