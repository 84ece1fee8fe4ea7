import type { CSSProperties } from 'react';
import { valueTickLabels, valueTicks } from '../plot/chart-ticks.ts';
import type { GaugeZone } from './gauge.tsx';
import './tank.css';

type TankProps = {
  /** What it shows, for screen readers, with the value as text. */
  label: string;
  /** Null: not known. */
  value: number | null;
  min: number;
  max: number;
  /** Where a zone of warning or danger ends, a dashed line is drawn. */
  zones: readonly GaugeZone[];
  hue: number;
};

const box = { left: 40, top: 8, width: 78, height: 140 };

/** A vessel that is filled from `min` to `max`. */
export function Tank({ label, value, min, max, zones, hue }: TankProps) {
  const y = (at: number) => box.top + box.height * (1 - Math.min(1, Math.max(0, (at - min) / (max - min))));
  const { ticks, step } = valueTicks(min, max, 4);
  const inside = ticks.filter((tick) => tick >= min && tick <= max);
  const labels = valueTickLabels({ ticks: inside, step });
  const limits = zones.slice(1).map(({ from }) => from);
  return (
    <svg
      className="tank"
      viewBox="0 0 124 156"
      role="img"
      aria-label={label}
      style={{ '--c': `var(--c-${hue})` } as CSSProperties}
    >
      {inside.map((tick, index) => (
        <g key={tick}>
          <path className="tank-tick" d={`M${box.left - 7} ${y(tick)}h4`} />
          <text x={box.left - 11} y={y(tick)}>
            {labels[index]}
          </text>
        </g>
      ))}
      {value !== null && (
        <>
          <rect
            className="tank-water"
            x={box.left}
            y={y(value)}
            width={box.width}
            height={box.top + box.height - y(value)}
          />
          <path className="tank-surface" d={`M${box.left} ${y(value)}h${box.width}`} />
        </>
      )}
      {limits.map((limit) => (
        <path key={limit} className="tank-limit" d={`M${box.left} ${y(limit)}h${box.width}`} />
      ))}
      <rect className="tank-wall" x={box.left} y={box.top} width={box.width} height={box.height} rx={6} />
    </svg>
  );
}
