import type { DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, memo } from 'react';
import { formatExact, formatValue, noValue } from '../../../lib/format/format.ts';
import { formatShort, variableKind } from '../../../lib/format/variable-kind.ts';
import { RangeBar } from '../../../ui/charts/gauges/range-bar.tsx';
import './value-card.css';

/** A longer text gets two lines of smaller letters. */
const longText = 12;

type ValueCardProps = {
  variable: DeviceVariable;
  /** How old the value is, as text, when it is too old to be taken for the present one. */
  age: string | null;
  /** Lowest and highest of the last 24 hours; undefined while unknown. */
  day: { low: number; high: number } | undefined;
};

/** The newest value of a variable, large, with where it stands in the range of the day. */
export const ValueCard = memo(function ValueCard({ variable, age, day }: ValueCardProps) {
  const { key, label, unit, hue, value } = variable;
  const kind = variableKind(variable);
  // Beside a number it would leave that too little room on a phone.
  const aged = age && <span className="value-card-age">{age}</span>;
  const isLong = typeof value === 'string' && value.length > longText;
  const classes = [kind !== 'number' && 'value-card-word', isLong && 'value-card-long', age && 'value-card-stale'];
  return (
    <article className="card value-card" style={{ '--c': `var(--c-${hue})` } as CSSProperties}>
      <h3 className="value-card-name">
        <i className="value-card-swatch" aria-hidden="true" />
        <span className="value-card-label">{label}</span>
        {label !== key && <span className="value-card-key mono">{key}</span>}
      </h3>
      <p className={['value-card-value', ...classes].filter(Boolean).join(' ')}>
        {kind === 'switch' && (
          <i className={value ? 'value-card-lamp value-card-lamp-on' : 'value-card-lamp'} aria-hidden="true" />
        )}
        <span className="value-card-figure" title={typeof value === 'boolean' ? undefined : formatExact(value)}>
          {formatValue(value, variable.decimals)}
        </span>
        {unit && <span className="value-card-unit">{unit}</span>}
        {kind !== 'number' && aged}
      </p>
      <div className="value-card-foot">{kind === 'number' && (aged ?? <DayRange variable={variable} day={day} />)}</div>
    </article>
  );
});

function DayRange({ variable, day }: Pick<ValueCardProps, 'variable' | 'day'>) {
  const value = typeof variable.value === 'number' ? variable.value : null;
  // The value may be newer than the range: it then widens it.
  const low = day && value !== null ? Math.min(day.low, value) : day?.low;
  const high = day && value !== null ? Math.max(day.high, value) : day?.high;
  const known = low !== undefined && high !== undefined;
  return (
    <RangeBar
      label={t`Lowest and highest of the last 24 hours`}
      low={known ? formatShort(low, variable.decimals) : noValue}
      high={known ? formatShort(high, variable.decimals) : noValue}
      place={known && value !== null ? (high > low ? (value - low) / (high - low) : 0.5) : null}
    />
  );
}
