import type { AutomationDefinition, DryRun } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, useMemo } from 'react';
import { displaySettings } from '../../../../lib/format/display-settings.ts';
import { formatDateTime, formatDay, formatDuration, formatValue } from '../../../../lib/format/format.ts';
import { ChartGroup } from '../../../../ui/charts/plot/chart-group.ts';
import { smallestSpan } from '../../../../ui/charts/plot/smallest-span.ts';
import { TimeChart } from '../../../../ui/charts/time-chart.tsx';
import { useDevice } from '../../../boards/devices/index.ts';
import type { Names } from '../../definitions/index.ts';
import { dryRunSource, levelsOf, marksOf } from './dry-run-text.ts';

type DryRunChartsProps = { run: DryRun; definition: AutomationDefinition; names: Names; timeZone: string };

/** What the rule read, with its limits, and marks where it would have started and ended. */
export function DryRunCharts({ run, definition, names, timeZone }: DryRunChartsProps) {
  const { from, to, series } = run;
  const group = useMemo(() => {
    const made: ChartGroup = new ChartGroup({
      view: { from, to },
      now: () => to,
      onZoom: (view) => made.setView(view ?? { from, to }),
    });
    return made;
  }, [from, to]);
  return series.map((each) => (
    <SeriesChart
      key={`${each.espid} ${each.key}`}
      group={group}
      run={run}
      definition={definition}
      names={names}
      timeZone={timeZone}
      series={each}
    />
  ));
}

type SeriesChartProps = DryRunChartsProps & { group: ChartGroup; series: DryRun['series'][number] };

function SeriesChart({ group, run, definition, series, names, timeZone }: SeriesChartProps) {
  const { espid, key, points } = series;
  const hue = useDevice(espid)?.variables.find((variable) => variable.key === key)?.hue;
  const { label, unit, isSwitch, decimals } = names.variable(espid, key);
  const title = names.device(espid) === espid ? label : t`${label} of ${{ device: names.device(espid) }}`;
  const source = useMemo(
    () => dryRunSource(points, { marks: marksOf(run), levels: isSwitch ? [] : levelsOf(definition, espid, key) }),
    [points, run, definition, espid, key, isSwitch],
  );
  const formatters = useMemo(
    () => ({
      value(value: number) {
        const text = isSwitch ? formatValue(value >= 0.5) : formatValue(value, decimals);
        return unit ? `${text} ${unit}` : text;
      },
      time: (at: number) => formatDateTime(at, { timeZone }),
      exactTime: (at: number) => formatDateTime(at, { timeZone, seconds: true }),
      duration: formatDuration,
      times: { timeZone: timeZone || displaySettings().timeZone, day: formatDay },
    }),
    [isSwitch, decimals, unit, timeZone],
  );
  return (
    <figure className="dry-run-chart" style={{ '--c': `var(--c-${hue ?? 1})` } as CSSProperties}>
      <figcaption>
        {title}
        {unit && <span className="muted"> {unit}</span>}
      </figcaption>
      <TimeChart
        group={group}
        source={source}
        formatters={formatters}
        label={t`${title}, with the times of the runs`}
        hue={hue ?? 1}
        smallestSpan={smallestSpan({ unit, decimals })}
        kind={isSwitch ? 'on-off' : 'line'}
      />
    </figure>
  );
}
