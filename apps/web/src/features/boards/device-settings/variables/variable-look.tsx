import type { DeviceVariable } from '@cyno/contract';
import type { CSSProperties } from 'react';
import { formatValue } from '../../../../lib/format/format.ts';
import './variable-look.css';

/** A variable's colour, name and newest value, as every page shows them. */
export function VariableAppearance({ variable }: { variable: DeviceVariable }) {
  const { label, unit, hue, decimals, value } = variable;
  return (
    <span className="variable-look" style={{ '--c': `var(--c-${hue})` } as CSSProperties}>
      <i aria-hidden="true" />
      <span className="variable-look-label">{label}</span>
      <span className="variable-look-value">
        {formatValue(value, decimals)}
        {unit !== '' && value !== null && <small> {unit}</small>}
      </span>
    </span>
  );
}
