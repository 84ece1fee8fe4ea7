import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { i18n } from '../../../lib/language/i18n.ts';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import {
  comparisons,
  comparisonText,
  type HistoryView,
  longestShift,
  shiftParts,
  shiftUnits,
} from './history-address.ts';

type ComparisonFieldProps = { view: HistoryView; onChange: (view: HistoryView) => void };

const usualShift = 2 * 86_400_000;

/** Chooses an earlier period: one of the usual ones, or any time before. */
export function ComparisonField({ view, onChange }: ComparisonFieldProps) {
  const own = typeof view.compare === 'number' ? view.compare : null;
  const custom = own === null ? [] : [{ id: 'custom' as const, label: comparisonText(own) ?? '' }];
  return (
    <>
      <SelectField
        label={t`Compare with`}
        hideLabel
        className="history-compare"
        options={[
          ...comparisons.map(({ id, label }) => ({ id, label: i18n._(label) })),
          ...custom,
          { id: 'own' as const, label: t`Other time before` },
        ]}
        value={own === null ? (view.compare as (typeof comparisons)[number]['id']) : 'custom'}
        onChange={(id) => {
          if (id !== 'custom') onChange({ ...view, compare: id === 'own' ? usualShift : id });
        }}
      />
      {own !== null && <OwnShift ms={own} onChange={(ms) => onChange({ ...view, compare: ms })} />}
    </>
  );
}

function OwnShift({ ms, onChange }: { ms: number; onChange: (ms: number) => void }) {
  const [typed, setTyped] = useState(() => typedOf(ms));
  // Back and links change it from outside; what is being typed keeps its unit.
  const { text, unit } = Number(typed.text) * typed.unit.ms === ms || typed.text === '' ? typed : typedOf(ms);
  const take = (next: Typed) => {
    setTyped(next);
    const count = Math.round(Number(next.text));
    if (count >= 1 && count * next.unit.ms <= longestShift) onChange(count * next.unit.ms);
  };
  return (
    <span className="history-days">
      <input
        type="number"
        min={1}
        max={Math.floor(longestShift / unit.ms)}
        value={text}
        aria-label={t`How many`}
        onChange={({ currentTarget }) => take({ text: currentTarget.value, unit })}
      />
      <SelectField
        label={t`Unit`}
        hideLabel
        options={shiftUnits.map(({ id, label }) => ({ id, label: i18n._(label) }))}
        value={unit.id}
        onChange={(id) => take({ text, unit: shiftUnits.find((each) => each.id === id) ?? unit })}
      />
      <span>{t`before`}</span>
    </span>
  );
}

type Typed = { text: string; unit: (typeof shiftUnits)[number] };

function typedOf(ms: number): Typed {
  const { count, unit } = shiftParts(ms);
  return { text: String(count), unit };
}
