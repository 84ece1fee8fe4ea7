import type { CSSProperties } from 'react';
import { valueTickLabels, valueTicks } from './plot/chart-ticks.ts';
import './bar-plot.css';

/** One bar; `name` is what it is of, as text, `colour` replaces that of the chart. */
export type PlotBar = { id: string | number; name: string; value: number | null; text: string; colour?: string };

type BarPlotProps = {
  /** What it shows, for screen readers. */
  label: string;
  bars: readonly PlotBar[];
  hue: number;
  /** Labels below the first, middle and last bar. */
  ends: readonly Pick<PlotBar, 'id' | 'name'>[];
  /** Hears which bar the pointer is on, or null. */
  onBar: (bar: PlotBar | null) => void;
};

/** Bars from zero up or down, which screen readers read as a table. */
export function BarPlot({ label, bars, hue, ends, onBar }: BarPlotProps) {
  const values = bars.flatMap(({ value }) => (value === null ? [] : [value]));
  const { low, high, ticks, step } = valueTicks(Math.min(0, ...values), Math.max(0, ...values), 4);
  const place = (value: number) => ((value - low) / (high - low)) * 100;
  const labels = valueTickLabels({ ticks, step });
  return (
    <div className="bar-plot" style={{ '--c': `var(--c-${hue})` } as CSSProperties}>
      <div className="bar-plot-scale" aria-hidden="true">
        {ticks.map((tick, index) => (
          <span key={tick} style={{ bottom: `${place(tick)}%` }}>
            {labels[index]}
          </span>
        ))}
      </div>
      <div className="bar-plot-area" aria-hidden="true" onPointerLeave={() => onBar(null)}>
        {ticks.map((tick) => (
          <i
            key={tick}
            className={tick === 0 ? 'bar-plot-line bar-plot-zero' : 'bar-plot-line'}
            style={{ bottom: `${place(tick)}%` }}
          />
        ))}
        <div className="bar-plot-bars">
          {bars.map((bar) => {
            const from = place(Math.min(0, bar.value ?? 0));
            const to = place(Math.max(0, bar.value ?? 0));
            return (
              <span key={bar.id} onPointerEnter={() => onBar(bar)}>
                {bar.value !== null && (
                  <i
                    style={{
                      bottom: `${from}%`,
                      height: `${to - from}%`,
                      ...(bar.colour && { background: bar.colour }),
                    }}
                  />
                )}
              </span>
            );
          })}
        </div>
      </div>
      <div className="bar-plot-ends" aria-hidden="true">
        {ends.map(({ id, name }) => (
          <span key={id}>{name}</span>
        ))}
      </div>
      <table className="sr-only">
        <caption>{label}</caption>
        <tbody>
          {bars.map(({ id, name, text }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
