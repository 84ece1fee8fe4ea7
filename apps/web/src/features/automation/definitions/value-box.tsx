import type { BoardEvent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import type { SwitchDraft } from './automation-draft.ts';
import { NumberBox } from './number-box.tsx';

const onOff = () => [
  { id: '1', label: t`on` },
  { id: '0', label: t`off` },
];

type ValueBoxProps = {
  label: string;
  /** What the value is for. */
  action: SwitchDraft;
  /** The event as it was set up, when it is one. */
  event: BoardEvent | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** A value for an output or event, given as it is operated: on or off, a level, a choice, a number or a text. */
export function ValueBox({ label, action, event, value, onChange }: ValueBoxProps) {
  const isOnOff = action.kind === 'output' ? action.mode === 'digit' : event?.widget === 'switch';
  if (isOnOff) {
    const options = onOff();
    const chosen = options.find(({ id }) => id === value)?.id ?? null;
    return <SelectField label={label} hideLabel options={options} value={chosen} onChange={onChange} />;
  }
  if (action.kind === 'output') {
    return (
      <Trans>
        to <NumberBox label={label} value={value} onChange={onChange} /> of 255
      </Trans>
    );
  }
  if (event?.widget === 'choice' && event.choices.length > 0) {
    const options = [...new Set([...event.choices, ...(value ? [value] : [])])].map((id) => ({ id, label: id }));
    return (
      <Trans>
        to <SelectField label={label} hideLabel options={options} value={value || null} onChange={onChange} />
      </Trans>
    );
  }
  if (event?.widget === 'slider' || event?.widget === 'number') {
    return (
      <>
        <span>{t`to`}</span>
        <NumberBox label={label} isSigned value={value} onChange={onChange} />
        {event.min !== null && event.max !== null && (
          <span>{t`from ${{ min: event.min }} to ${{ max: event.max }}`}</span>
        )}
      </>
    );
  }
  return (
    <>
      <span>{t`to`}</span>
      <TextField
        className="line-text"
        label={label}
        hideLabel
        maxLength={64}
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  );
}
