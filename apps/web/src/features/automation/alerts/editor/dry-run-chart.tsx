import type { AlertCondition, AlertDryRun, AlertSeverity } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, useMemo, useState } from 'react';
import { displaySettings } from '../../../../lib/format/display-settings.ts';
import { formatDateTime, formatDay, formatDuration, formatExact, formatValue } from '../../../../lib/format/format.ts';
import { LimitHandle } from '../../../../ui/charts/limit-handle.tsx';
import { ChartGroup } from '../../../../ui/charts/plot/chart-group.ts';
import { smallestSpan } from '../../../../ui/charts/plot/smallest-span.ts';
import type { ChartSource, PlotScale } from '../../../../ui/charts/plot/time-plot.ts';
import { TimeChart } from '../../../../ui/charts/time-chart.tsx';
import { severityOf } from '../severity.ts';
import { bandsOf } from './dry-run-text.ts';

type DryRunChartProps = {
  run: AlertDryRun;
  condition: AlertCondition;
  severity: AlertSeverity;
  variable: { label: string; unit: string; decimals: number | null; hue: number };
  limits: DraggedLimits;
};

/** The limits as they are typed or dragged now; null: the condition has none, or it is no number. */
export type DraggedLimits = {
  threshold: number | null;
  release: number | null;
  onThreshold: (limit: number) => void;
  onRelease: (limit: number) => void;
};

/** So far to the left of the threshold stands the handle of the way back, px: they may be at the same height. */
const releaseOffset = 88;

/** The variable with the times at which it would have alerted, and its limits to drag. */
export function DryRunChart({ run, condition, severity, variable, limits }: DryRunChartProps) {
  const { to } = run;
  const from = firstValueAt(run);
  const { label, unit, decimals, hue } = variable;
  const { threshold, release } = limits;
  const { tone } = severityOf(severity);
  const withUnit = (value: number) => (unit ? `${formatExact(value)} ${unit}` : formatExact(value));
  const [scale, setScale] = useState<PlotScale | null>(null);
  const group = useMemo(() => {
    const made: ChartGroup = new ChartGroup({
      view: { from, to },
      now: () => to,
      onZoom: (view) => made.setView(view ?? { from, to }),
    });
    return made;
  }, [from, to]);
  const source = useMemo(() => sourceOf(run, condition, severity), [run, condition, severity]);
  const formatters = useMemo(() => {
    return {
      value: (value: number) => (unit ? `${formatValue(value, decimals)} ${unit}` : formatValue(value, decimals)),
      time: (at: number) => formatDateTime(at),
      exactTime: (at: number) => formatDateTime(at, { seconds: true }),
      duration: formatDuration,
      times: { timeZone: displaySettings().timeZone, day: formatDay },
    };
  }, [decimals, unit]);
  const isSameScale = (next: PlotScale) => scale !== null && JSON.stringify(scale) === JSON.stringify(next);
  return (
    <figure className="alert-dry-run-chart" style={{ '--c': `var(--c-${hue})` } as CSSProperties}>
      <figcaption>
        {label}
        {unit && <span className="muted"> {unit}</span>}
      </figcaption>
      <div className="alert-dry-run-plot">
        <TimeChart
          group={group}
          source={source}
          formatters={formatters}
          label={t`${label}, with the times of the alerts`}
          hue={hue}
          smallestSpan={smallestSpan({ unit, decimals })}
          onScale={(next) => isSameScale(next) || setScale(next)}
        />
        {scale && release !== null && (
          <LimitHandle
            label={t`Where it clears, on the chart`}
            value={release}
            scale={scale}
            tone="neutral"
            offset={releaseOffset}
            format={withUnit}
            onChange={limits.onRelease}
          />
        )}
        {scale && threshold !== null && (
          <LimitHandle
            label={t`Limit on the chart`}
            value={threshold}
            scale={scale}
            tone={tone}
            format={withUnit}
            onChange={limits.onThreshold}
          />
        )}
      </div>
    </figure>
  );
}

/** Where the chart begins: with the first value, a minute before the end at the latest. */
function firstValueAt({ from, to, series }: AlertDryRun): number {
  const [first = from] = series.find(([, value]) => value !== null) ?? [];
  return Math.max(from, Math.min(first, to - 60_000));
}

function sourceOf(run: AlertDryRun, condition: AlertCondition, severity: AlertSeverity): ChartSource {
  const { series } = run;
  const data = {
    columns: { at: series.map(([at]) => at), value: series.map(([, value]) => value), min: null, max: null },
    offline: [],
    last: null,
    levels: levelsOf(condition),
    notes: bandsOf(run, severity),
  };
  return { read: () => data, subscribe: () => () => undefined };
}

function levelsOf(condition: AlertCondition): number[] {
  if (condition.kind === 'forecast') return [condition.threshold];
  if (condition.kind !== 'limit') return [];
  const { threshold, release } = condition;
  return release === null ? [threshold] : [threshold, release];
}
