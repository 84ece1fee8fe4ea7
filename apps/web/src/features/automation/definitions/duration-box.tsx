import { t } from '@lingui/core/macro';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import type { DurationDraft, DurationUnit } from './automation-draft.ts';
import './line.css';
import { NumberBox } from './number-box.tsx';

const units = (): readonly { id: DurationUnit; label: string }[] => [
  { id: 'seconds', label: t`seconds` },
  { id: 'minutes', label: t`minutes` },
  { id: 'hours', label: t`hours` },
];

type DurationBoxProps<T extends DurationDraft> = { label: string; value: T; onChange: (value: T) => void };

/** A length of time inside a sentence. */
export function DurationBox<T extends DurationDraft>({ label, value, onChange }: DurationBoxProps<T>) {
  return (
    <span className="line-figure">
      <NumberBox label={label} value={value.amount} onChange={(amount) => onChange({ ...value, amount })} />
      <SelectField
        label={t`${label}, unit`}
        hideLabel
        options={units()}
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit })}
      />
    </span>
  );
}
