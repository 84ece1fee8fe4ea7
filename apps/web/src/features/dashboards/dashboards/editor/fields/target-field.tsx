import type { ControlState, WidgetTarget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { lazy } from '../../../../../lib/language/lazy.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { describePin, loadOutputDialog } from '../../../../boards/control/index.ts';
import { may, type SeenDevice } from '../../../../boards/devices/index.ts';
import { needsLevels, sendsTexts, type WidgetType } from '../../widgets/widget-kinds.ts';

const OutputDialog = lazy(async () => ({ default: (await loadOutputDialog()).OutputDialog }));

type TargetFieldProps = {
  device: SeenDevice;
  type: WidgetType;
  control: ControlState | undefined;
  target: WidgetTarget;
  /** `name`: what the output is called from now on, where it was set up here. */
  onChange: (target: WidgetTarget, name?: string) => void;
};

const anotherEvent = 'event:';

/** What a control operates: the outputs and events in use first, then the other pins, or an event by its name. */
export function TargetField({ device, type, control, target, onChange }: TargetFieldProps) {
  const choices = choicesOf(type, control);
  const id = target.kind === 'output' ? `output:${target.pin}` : `event:${target.name}`;
  const isListed = choices.some((choice) => choice.id === id);
  const options = [
    ...choices.map((choice) => ({ id: choice.id, label: choice.label, detail: choice.detail })),
    ...(target.kind === 'output' && !isListed ? [{ id, label: target.pin, detail: t`output` }] : []),
    { id: anotherEvent, label: t`Another event` },
  ];
  return (
    <>
      <SelectField
        label={t`Output or event`}
        size="large"
        options={options}
        value={target.kind === 'event' && !isListed ? anotherEvent : id}
        onChange={(chosen) =>
          onChange(choices.find((choice) => choice.id === chosen)?.target ?? { kind: 'event', name: '' })
        }
      />
      {target.kind === 'output' && (
        <SetUpOutput device={device} type={type} control={control} target={target} onChange={onChange} />
      )}
      {target.kind === 'event' && !isListed && (
        <TextField
          label={t`Event name`}
          description={t`The name used in your sketch.`}
          maxLength={32}
          autoComplete="off"
          spellCheck={false}
          value={target.name}
          onChange={({ currentTarget }) => onChange({ kind: 'event', name: currentTarget.value })}
        />
      )}
    </>
  );
}

type SetUpOutputProps = Omit<TargetFieldProps, 'target'> & { target: Extract<WidgetTarget, { kind: 'output' }> };

/** For a pin with nothing on it: the way to define what is on it without leaving the dashboard. */
function SetUpOutput({ device, type, control, target, onChange }: SetUpOutputProps) {
  const [isOpen, setOpen] = useState(false);
  const pin = control?.pins.find((one) => one.pin === target.pin);
  const isFree = control?.outputs.every((output) => output.pin !== target.pin);
  if (!pin || !isFree || !may(device, 'manage')) return null;
  const modes = pin.modes.filter((mode) => !needsLevels(type) || mode !== 'digit');
  return (
    <>
      <p className="editor-set-up">
        <span>{t`Nothing is set up on this pin yet.`}</span>
        <Button size="small" onClick={() => setOpen(true)}>{t`Set up output`}</Button>
      </p>
      <Suspense>
        {isOpen && (
          <OutputDialog
            espid={device.espid}
            pin={{ ...pin, modes }}
            output={undefined}
            onSaved={({ mode, name }) => onChange({ ...target, mode }, name ?? undefined)}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

type Choice = { id: string; label: string; detail: string; target: WidgetTarget };

function choicesOf(type: WidgetType, control: ControlState | undefined): Choice[] {
  if (!control) return [];
  const { outputs, events, pins } = control;
  const isLevel = needsLevels(type);
  const used = outputs
    .filter(({ mode }) => !isLevel || mode !== 'digit')
    .map(({ pin, mode, name }): Choice => {
      const target = { kind: 'output', pin, mode } as const;
      return { id: `output:${pin}`, label: name ?? pin, detail: name ? t`output ${pin}` : t`output`, target };
    });
  const sent = events.map(({ name, label }): Choice => {
    const target = { kind: 'event', name } as const;
    return { id: `event:${name}`, label: label ?? name, detail: label ? t`event ${name}` : t`event`, target };
  });
  const free = pins
    .filter(({ pin, modes }) => modes.length > 0 && !outputs.some((output) => output.pin === pin))
    .flatMap((boardPin): Choice[] => {
      const { pin, modes } = boardPin;
      const mode = isLevel ? modes.find((one) => one !== 'digit') : modes[0];
      const target = mode && ({ kind: 'output', pin, mode } as const);
      return target ? [{ id: `output:${pin}`, label: pin, detail: describePin(boardPin), target }] : [];
    });
  return sendsTexts(type) ? sent : [...used, ...sent, ...free];
}
