import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useState } from 'react';
import { useDisplaySettings } from '../../../../lib/format/display-settings.ts';
import { formatValue } from '../../../../lib/format/format.ts';
import { LinesChart } from '../../../../ui/charts/lines-chart.tsx';
import './monitor-plot.css';
import { plotSpanMs } from './number-series.ts';
import type { SerialMonitor } from './serial-monitor.ts';

const drawEveryMs = 250;
/** The first numbers are not spread over the whole width. */
const shortestSpanMs = 10_000;
/** Less than this share of a number is noise: printed numbers have no unit. */
const noiseShare = 0.01;

/** The numbers of the last minute as lines, with a legend that hides and shows them. */
export function MonitorPlot({ monitor, isPaused }: { monitor: SerialMonitor; isPaused: boolean }) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { data, now } = usePlot(monitor, isPaused);
  const { timeZone } = useDisplaySettings();
  const lines = useMemo(
    () => ({
      times: data.times,
      lines: data.series
        .filter(({ name }) => !hidden.has(name))
        .map(({ name, hue, values, latest }) => ({
          key: name,
          unit: '',
          hue,
          values,
          smallestSpan: Math.abs(latest) * noiseShare,
        })),
      view: { from: Math.max(now - plotSpanMs, Math.min(data.times[0] ?? now, now - shortestSpanMs)), to: now },
      offline: [],
    }),
    [data, hidden, now],
  );
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  if (data.series.length === 0) {
    return (
      <p className="monitor-none">
        {t`No numbers in the last minute. Print lines such as temp:26.5,humid=70 to plot them.`}
      </p>
    );
  }
  const names = data.series.map(({ name, latest }) => `${name} ${formatValue(latest)}`).join(', ');
  return (
    <div className="monitor-plot">
      <LinesChart
        className="monitor-chart"
        data={lines}
        label={t`Numbers of the last minute: ${names}`}
        times={{ timeZone }}
        onPoint={() => undefined}
      />
      <div className="monitor-legend">
        {data.series.map(({ name, hue, latest }) => (
          <button
            key={name}
            type="button"
            className="monitor-key"
            aria-pressed={!hidden.has(name)}
            onClick={() => toggle(name)}
          >
            <i style={{ background: `var(--c-${hue})` }} aria-hidden="true" />
            {name} <b>{formatValue(latest)}</b>
          </button>
        ))}
      </div>
    </div>
  );
}

/** Requests the numbers a few times a second, whatever their rate. */
function usePlot(monitor: SerialMonitor, isPaused: boolean) {
  const [displayed, setDisplayed] = useState(() => ({ data: monitor.plot(), now: Date.now() }));
  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => setDisplayed({ data: monitor.plot(), now: Date.now() }), drawEveryMs);
    return () => clearInterval(timer);
  }, [monitor, isPaused]);
  return displayed;
}
