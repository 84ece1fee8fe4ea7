import type { ControlState, WidgetTarget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { needsLevels, sendsTexts, type WidgetType } from '../../widgets/widget-kinds.ts';

type TargetFieldProps = {
  type: WidgetType;
  control: ControlState | undefined;
  target: WidgetTarget;
  onChange: (target: WidgetTarget) => void;
};

const anotherEvent = 'event:';

/** What a control operates: the outputs and events in use first, then the other pins, or an event by its name. */
export function TargetField({ type, control, target, onChange }: TargetFieldProps) {
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
    .flatMap(({ pin, modes }): Choice[] => {
      const mode = isLevel ? modes.find((one) => one !== 'digit') : modes[0];
      return mode ? [{ id: `output:${pin}`, label: pin, detail: t`pin`, target: { kind: 'output', pin, mode } }] : [];
    });
  return sendsTexts(type) ? sent : [...used, ...sent, ...free];
}
