import type { BlueprintInput } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { useDeviceGroups } from '../../boards/device-groups/index.ts';
import { alertRulesQuery, alertRuleTitle, DurationBox, type DurationDraft, scenesQuery } from '../definitions/index.ts';
import {
  controlOf,
  draftOf,
  type FillState,
  type InputDraft,
  pinsFor,
  scopeChoice,
  variablesOf,
} from './input-drafts.ts';

type InputFieldProps = {
  input: BlueprintInput;
  state: FillState;
  /** Of a time of day; null: a scene, which has none. */
  timeZone: string | null;
  /** What is wrong with it; null: nothing, or that is not shown yet. */
  problem: string | null;
  onChange: (draft: InputDraft) => void;
};

/** What is chosen for one input of a blueprint, among what the account has. */
export function InputField({ input, state, timeZone, problem, onChange }: InputFieldProps) {
  const draft = draftOf(state, input);
  const text = typeof draft === 'string' ? draft : '';
  const { label } = input;
  switch (input.kind) {
    case 'device':
      return (
        <SelectField
          label={label}
          size="large"
          options={state.devices.map(({ espid, name }) => ({ id: espid, label: name }))}
          value={text || null}
          placeholder={t`Choose a device`}
          disabled={input.id === 'device' && state.ownEspid !== null}
          onChange={onChange}
        />
      );
    case 'variable': {
      const variables = variablesOf(state, input.device);
      return (
        <SelectField
          label={label}
          size="large"
          options={variables.map((one) => ({ id: one.key, label: one.label, detail: one.key }))}
          value={text || null}
          placeholder={variables.length === 0 ? t`The device has not sent any data yet` : t`Choose a variable`}
          onChange={onChange}
        />
      );
    }
    case 'output':
      return (
        <SelectField
          label={label}
          size="large"
          options={pinsFor(controlOf(state, input.device), input.mode).map(({ pin, name }) => ({
            id: pin,
            label: name ?? pin,
            ...(name !== null && { detail: pin }),
          }))}
          value={text || null}
          placeholder={t`Choose an output`}
          onChange={onChange}
        />
      );
    case 'event':
    case 'text':
      return (
        <TextField
          label={label}
          maxLength={input.kind === 'event' ? 32 : 200}
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'number':
      return (
        <TextField
          label={input.unit ? `${label} (${input.unit})` : label}
          inputMode="text"
          error={problem}
          maxLength={20}
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'duration':
      return (
        <Group label={label} error={problem}>
          <DurationBox label={label} value={draft as DurationDraft} onChange={onChange} />
        </Group>
      );
    case 'time':
      return (
        <Group label={label} hint={timeZone && t`Time zone: ${timeZone}`}>
          <TimeField label={label} value={typeof draft === 'number' ? draft : null} onChange={onChange} />
        </Group>
      );
    case 'scene':
      return <SceneField label={label} value={text} onChange={onChange} />;
    case 'devices':
      return <DevicesField label={label} devices={state.devices} value={text} onChange={onChange} />;
    case 'alert':
      return <AlertField label={label} value={text} onChange={onChange} />;
  }
}

type GroupProps = { label: string; hint?: string | null; error?: string | null; children: React.ReactNode };

/** Boxes without a label of their own to be seen, under one. */
function Group({ label, hint, error, children }: GroupProps) {
  const id = useId();
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <span className="field-label" id={id}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot be laid out as a label */}
      <div className="blueprint-boxes" role="group" aria-labelledby={id} aria-describedby={notes || undefined}>
        {children}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <div className="field-help" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

type DevicesFieldProps = {
  label: string;
  devices: FillState['devices'];
  value: string;
  onChange: (choice: string) => void;
};

/** All devices, those with a tag, or those in a group. */
function DevicesField({ label, devices, value, onChange }: DevicesFieldProps) {
  const groups = useDeviceGroups();
  const tags = [...new Set(devices.flatMap((device) => device.tags))].sort((a, b) => a.localeCompare(b));
  const options = [
    { id: scopeChoice.all, label: t`All devices` },
    ...groups.map(({ id, name }) => ({ id: scopeChoice.group(id), label: name, detail: t`group` })),
    ...tags.map((tag) => ({ id: scopeChoice.tag(tag), label: tag, detail: t`tag` })),
  ];
  return <SelectField label={label} size="large" options={options} value={value} onChange={onChange} />;
}

function AlertField({ label, value, onChange }: { label: string; value: string; onChange: (id: string) => void }) {
  const rules = useQuery(alertRulesQuery).data?.rules ?? [];
  return (
    <SelectField
      label={label}
      size="large"
      options={rules.map((rule) => ({ id: String(rule.id), label: alertRuleTitle(rule) }))}
      value={value || null}
      placeholder={t`Choose an alert`}
      onChange={onChange}
    />
  );
}

function SceneField({ label, value, onChange }: { label: string; value: string; onChange: (id: string) => void }) {
  const scenes = useQuery(scenesQuery).data?.scenes ?? [];
  return (
    <SelectField
      label={label}
      size="large"
      options={scenes.map(({ id, name }) => ({ id: String(id), label: name }))}
      value={value || null}
      placeholder={scenes.length === 0 ? t`No scenes yet` : t`Choose a scene`}
      onChange={onChange}
    />
  );
}
