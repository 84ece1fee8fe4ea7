import type { CSSProperties } from 'react';
import { valueTickLabels, valueTicks } from '../plot/chart-ticks.ts';
import './gauge.css';

export type GaugeZone = { from: number; tone: 'good' | 'warning' | 'danger' | 'neutral'; word: string };

type GaugeProps = {
  /** What it shows, for screen readers, with the value and its zone as text. */
  label: string;
  /** Null: not known. */
  value: number | null;
  min: number;
  max: number;
  zones: readonly GaugeZone[];
  hue: number;
  /** The value as it stands in the middle, and its unit below. */
  figure: string;
  unit: string;
};

const center = 100;
const radius = 78;
const startAngle = -225;
const sweep = 270;

const angleAt = (share: number) => startAngle + sweep * Math.min(1, Math.max(0, share));

function point(angle: number, distance: number): string {
  const radians = (angle * Math.PI) / 180;
  const at = (position: number) => (center + distance * position).toFixed(2);
  return `${at(Math.cos(radians))} ${at(Math.sin(radians))}`;
}

function arc(from: number, to: number, distance: number): string {
  const large = to - from > 180 ? 1 : 0;
  return `M${point(from, distance)}A${distance} ${distance} 0 ${large} 1 ${point(to, distance)}`;
}

/** The zone that a value is in; undefined below the first one. */
export const zoneOf = (zones: readonly GaugeZone[], value: number): GaugeZone | undefined =>
  zones.findLast(({ from }) => value >= from);

/** A dial: the value on an arc from `min` to `max`, with the zones as a line outside of it. */
export function Gauge({ label, value, min, max, zones, hue, figure, unit }: GaugeProps) {
  const share = (at: number) => (at - min) / (max - min);
  const { ticks, step } = valueTicks(min, max, 5);
  const inside = ticks.filter((tick) => tick >= min && tick <= max);
  // Long labels would reach into the figure.
  const labels = valueTickLabels({ ticks: inside, step }, 1_000);
  const valueAngle = value === null ? null : angleAt(share(value));
  const current = value === null ? undefined : zoneOf(zones, value);
  return (
    <svg
      className="gauge"
      viewBox="0 0 200 184"
      role="img"
      aria-label={label}
      style={{ '--c': `var(--c-${hue})` } as CSSProperties}
    >
      <path className="gauge-track" d={arc(startAngle, startAngle + sweep, radius)} />
      {valueAngle !== null && valueAngle > startAngle + 0.5 && (
        <path className="gauge-value" d={arc(startAngle, valueAngle, radius)} />
      )}
      {zones.map(({ from, tone }, index) => {
        const start = angleAt(share(from));
        const end = angleAt(share(zones[index + 1]?.from ?? max));
        return end - start > 0.5 ? (
          <path key={from} className={`gauge-zone gauge-${tone}`} d={arc(start + 0.6, end - 0.6, radius + 11)} />
        ) : null;
      })}
      {inside.map((tick, index) => (
        <g key={tick}>
          <path
            className="gauge-tick"
            d={`M${point(angleAt(share(tick)), radius - 10)}L${point(angleAt(share(tick)), radius - 15)}`}
          />
          <text className="gauge-scale" {...textPlace(point(angleAt(share(tick)), radius - 25))}>
            {labels[index]}
          </text>
        </g>
      ))}
      {valueAngle !== null && (
        <path className="gauge-hand" d={`M${point(valueAngle, radius - 9)}L${point(valueAngle, radius + 9)}`} />
      )}
      <text
        className={`gauge-figure gauge-figure-${figure.length > 6 ? 'small' : figure.length > 4 ? 'medium' : 'large'}`}
        x={center}
        y={110}
      >
        {figure}
      </text>
      <text className="gauge-unit" x={center} y={130}>
        {unit}
      </text>
      {current && (
        <text className={`gauge-word gauge-word-${current.tone}`} x={center} y={176}>
          {current.word}
        </text>
      )}
    </svg>
  );
}

function textPlace(place: string): { x: string; y: string } {
  const [x = '0', y = '0'] = place.split(' ');
  return { x, y };
}
