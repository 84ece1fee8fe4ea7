import { SelectField } from '../../../ui/fields/select-field.tsx';
import type { DurationDraft, DurationUnit } from './automation-draft.ts';
import { NumberBox } from './number-box.tsx';

const units: readonly { id: DurationUnit; label: string }[] = [
  { id: 'seconds', label: 'seconds' },
  { id: 'minutes', label: 'minutes' },
  { id: 'hours', label: 'hours' },
];

type DurationBoxProps<T extends DurationDraft> = { label: string; value: T; onChange: (value: T) => void };

/** A length of time inside a sentence. */
export function DurationBox<T extends DurationDraft>({ label, value, onChange }: DurationBoxProps<T>) {
  return (
    <>
      <NumberBox label={label} value={value.amount} onChange={(amount) => onChange({ ...value, amount })} />
      <SelectField
        label={`${label}, unit`}
        hideLabel
        options={units}
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit })}
      />
    </>
  );
}
