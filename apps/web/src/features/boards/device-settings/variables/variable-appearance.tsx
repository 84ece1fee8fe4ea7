import type { DeviceVariable } from '@cyno/contract';
import type { CSSProperties } from 'react';
import { formatValue } from '../../../../lib/format/format.ts';
import './variable-appearance.css';

/** A variable's colour, name and newest value, as every page shows them. */
export function VariableAppearance({ variable }: { variable: DeviceVariable }) {
  const { label, unit, hue, decimals, value } = variable;
  return (
    <span className="variable-appearance" style={{ '--c': `var(--c-${hue})` } as CSSProperties}>
      <i aria-hidden="true" />
      <span className="variable-appearance-label">{label}</span>
      <span className="variable-appearance-value">
        {formatValue(value, decimals)}
        {unit !== '' && value !== null && <small> {unit}</small>}
      </span>
    </span>
  );
}
