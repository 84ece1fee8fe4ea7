import type { CSSProperties } from 'react';
import { valueTickLabels, valueTicks } from '../plot/chart-ticks.ts';
import type { GaugeZone } from './gauge.tsx';
import './level-bar.css';

type LevelBarProps = {
  /** What it shows, for screen readers, with the value and its zone as text. */
  label: string;
  /** Null: not known. */
  value: number | null;
  min: number;
  max: number;
  zones: readonly GaugeZone[];
  hue: number;
};

/** A straight scale: the value as a bar from `min` to `max`, with the zones as a line below it. */
export function LevelBar({ label, value, min, max, zones, hue }: LevelBarProps) {
  const share = (at: number) => Math.min(1, Math.max(0, (at - min) / (max - min))) * 100;
  const { ticks, step } = valueTicks(min, max, 4);
  const inside = ticks.filter((tick) => tick >= min && tick <= max);
  const labels = valueTickLabels({ ticks: inside, step });
  return (
    <div className="level-bar" role="img" aria-label={label} style={{ '--c': `var(--c-${hue})` } as CSSProperties}>
      <div className="level-bar-track">
        {value !== null && <i className="level-bar-fill" style={{ width: `${share(value)}%` }} />}
        {value !== null && <i className="level-bar-hand" style={{ left: `${share(value)}%` }} />}
      </div>
      <div className="level-bar-zones">
        {zones.map(({ from, tone }, index) => {
          const start = share(from);
          const width = share(zones[index + 1]?.from ?? max) - start;
          return <i key={from} className={`level-bar-${tone}`} style={{ left: `${start}%`, width: `${width}%` }} />;
        })}
      </div>
      <div className="level-bar-scale">
        {inside.map((tick, index) => (
          <span key={tick} style={{ left: `${share(tick)}%` }}>
            {labels[index]}
          </span>
        ))}
      </div>
    </div>
  );
}
