import type { Device, DeviceVariable } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { viewportWidth } from '../../../lib/browser/viewport-width.ts';
import { displaySettings } from '../../../lib/format/display-settings.ts';
import { formatDate, formatDateTime, formatDay, formatDuration } from '../../../lib/format/format.ts';
import { formatFigure, formatStats, variableKind } from '../../../lib/format/variable-kind.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { useLiveReopenings } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import type { ChartGroup } from '../../../ui/charts/plot/chart-group.ts';
import type { ChartStats } from '../../../ui/charts/plot/chart-points.ts';
import { smallestSpan } from '../../../ui/charts/plot/smallest-span.ts';
import type { DeviceSeries } from './device-series.ts';
import { historyQuery } from './history-query.ts';
import { ranges, type ViewChoice } from './view-params.ts';

const TextCard = lazy(async () => ({ default: (await import('./text-card.tsx')).TextCard }));

/** So many variables share one call for history, which is made when the first of their charts comes near. */
const chunkSize = 8;

/** So many points as the line of a chart can show; buckets keep their lowest and highest. */
function pointsForWidth(): number {
  return Math.min(1_000, Math.max(300, Math.round((viewportWidth() * 0.7) / 100) * 100));
}

type ChartsProps = {
  device: Device;
  series: DeviceSeries;
  group: ChartGroup;
  view: ViewChoice;
  onChange: (view: ViewChoice) => void;
  /** False while it is not known whether the usual range is the one to show. It is fetched meanwhile: it nearly always is. */
  ready: boolean;
  /** Changes when the history must be fetched again. */
  edition: string;
};

/** One chart per variable, loaded a few at a time. */
export function OverviewCharts({ device, ...rest }: ChartsProps) {
  const { variables } = device;
  const chunks = Array.from({ length: Math.ceil(variables.length / chunkSize) }, (_, index) =>
    variables.slice(index * chunkSize, (index + 1) * chunkSize),
  );
  return chunks.map((chunk, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is nothing but its place
    <ChartChunk key={index} espid={device.espid} variables={chunk} isFirst={index === 0} {...rest} />
  ));
}

type ChunkProps = Omit<ChartsProps, 'device'> & {
  espid: string;
  variables: readonly DeviceVariable[];
  isFirst: boolean;
};

function ChartChunk({ espid, variables, isFirst, series, group, view, onChange, ready, edition }: ChunkProps) {
  const ref = useRef<HTMLDivElement>(null);
  const near = useNear(ref);
  const reopenings = useLiveReopenings();
  const names = JSON.stringify(variables.map((variable) => variable.key));
  const keys = useMemo<string[]>(() => JSON.parse(names), [names]);
  const [points] = useState(pointsForWidth);
  const history = historyQuery({ espid, keys, view, points, edition: `${edition}-${reopenings}` });
  const client = useQueryClient();
  // The first is in view nearly always: it is on its way while the page is drawn, which takes a slow phone half a second.
  if (isFirst && !client.getQueryState(history.queryKey)) void client.prefetchQuery(history);
  const query = useQuery({ ...history, enabled: near });
  const { data, isPlaceholderData } = query;
  // Where another range than the fetched one turns out to be the usual one, nothing of either is drawn yet.
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!ready || !data || isPlaceholderData) return;
    series.load(data, keys);
    setLoaded(true);
  }, [ready, data, isPlaceholderData, series, keys]);

  if (query.isError && !data) {
    return (
      <HistoryError
        onRetry={() => void query.refetch()}
        error={query.error}
        view={view}
        variables={variables}
        onChange={onChange}
      />
    );
  }
  return (
    <div ref={ref}>
      {variables.map((variable) =>
        variableKind(variable) === 'text' ? (
          <Suspense key={variable.key} fallback={<Skeleton height={160} />}>
            <TextCard series={series} variable={variable} zoom={view.zoom} loading={!isLoaded} />
          </Suspense>
        ) : (
          <VariableChart
            key={variable.key}
            series={series}
            variable={variable}
            group={group}
            view={view}
            loading={!isLoaded}
          />
        ),
      )}
    </div>
  );
}

type VariableChartProps = Pick<ChartsProps, 'series' | 'group' | 'view'> & {
  variable: DeviceVariable;
  loading: boolean;
};

function VariableChart({ series, variable, group, view, loading }: VariableChartProps) {
  const { key, label, unit, hue, decimals } = variable;
  const isSwitch = variableKind(variable) === 'switch';
  // Each new value makes a new `variable`; the texts of the chart depend only on these.
  const formatters = useMemo(() => {
    const figure = (value: number) => formatFigure({ isSwitch, decimals }, value);
    return {
      stats: (stats: NonNullable<ChartStats>) => formatStats(decimals, stats),
      chart: {
        value: (value: number) => (unit ? `${figure(value)} ${unit}` : figure(value)),
        time: (at: number) => formatDateTime(at, { seconds: group.view.to - group.view.from < 7_200_000 }),
        exactTime: (at: number) => formatDateTime(at, { seconds: true }),
        duration: formatDuration,
        times: { timeZone: displaySettings().timeZone, day: formatDay, date: formatDate },
      },
    };
  }, [isSwitch, decimals, unit, group]);
  return (
    <ChartCard
      group={group}
      source={series.source(key)}
      title={label}
      unit={unit}
      hue={hue}
      kind={isSwitch ? 'on-off' : 'line'}
      span={variable.range}
      smallestSpan={smallestSpan({ unit, decimals })}
      formatters={formatters.chart}
      statTexts={formatters.stats}
      range={view.zoom ? t`Chosen time` : i18n._(view.range.longLabel)}
      loading={loading}
    />
  );
}

type HistoryErrorProps = Pick<ChunkProps, 'view' | 'variables' | 'onChange'> & { error: Error; onRetry: () => void };

function HistoryError({ error, view, variables, onChange, onRetry }: HistoryErrorProps) {
  const day = ranges.find((range) => range.id === '24h');
  const reason = error.message.replace(/\.$/, '');
  return (
    <div className="overview-error">
      <ErrorState
        title={t`The history did not load`}
        onRetry={onRetry}
        actions={
          day &&
          view.range.ms > day.ms && (
            <Button variant="ghost" onClick={() => onChange({ range: day, zoom: null })}>
              {t`Show 24 h`}
            </Button>
          )
        }
      >
        {plural(
          { count: variables.length },
          {
            one: `${{ reason }}. This affects one variable. Live values continue.`,
            other: `${{ reason }}. This affects # variables. Live values continue.`,
          },
        )}
      </ErrorState>
    </div>
  );
}

/** True from the first time that the element is in view or close to it. */
function useNear(ref: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  const arrive = useEffectEvent(() => setNear(true));
  useEffect(() => {
    if (near || !ref.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && arrive(), {
      rootMargin: '600px 0px',
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [near, ref]);
  return near;
}
