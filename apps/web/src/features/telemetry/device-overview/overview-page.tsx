import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { memo, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isFirstFetch } from '../../../lib/api/is-first-fetch.ts';
import { viewportWidth } from '../../../lib/browser/viewport-width.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { liveNow, subscribePoints } from '../../../lib/live/live-client.ts';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ChartGroup } from '../../../ui/charts/plot/chart-group.ts';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import type { UseBands } from '../history/index.ts';
import type { DeviceSeries } from './device-series.ts';
import { dayQuery, hasPast } from './history-query.ts';
import { OverviewCharts } from './overview-charts.tsx';
import { ExportButton, OverviewToolbar } from './overview-toolbar.tsx';
import { OverviewValues } from './overview-values.tsx';
import { useDeviceSeries } from './use-device-series.ts';
import { filledView, fittingRange, followedView, readView, type ViewChoice, writeView } from './view-params.ts';
import './overview-page.css';

const NothingYet = lazy(async () => ({ default: (await import('./nothing-yet.tsx')).NothingYet }));

type OverviewPageProps = {
  device: Device;
  /** What is known of a span besides values, such as alerts. */
  useBands: UseBands;
};

/** The first tab of a device: its newest values, and one chart per variable over a chosen time. */
export const OverviewPage = memo(function OverviewPage(props: OverviewPageProps) {
  return <DeviceOverview key={props.device.espid} {...props} />;
});

function DeviceOverview({ device, useBands }: OverviewPageProps) {
  const isEmpty = device.variables.length === 0;
  // The first value is shown a moment before the history has it.
  const [emptyAt] = useState(() => (isEmpty ? liveNow() : null));
  const series = useDeviceSeries(device);
  if (!isEmpty) return <Overview device={device} useBands={useBands} series={series} emptyAt={emptyAt} />;
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <NothingYet device={device} />
    </Suspense>
  );
}

type OverviewProps = OverviewPageProps & {
  series: DeviceSeries;
  /** When the device had no values yet, ms since the epoch; null when it had some as the page was opened. */
  emptyAt: number | null;
};

function Overview({ device, useBands, series, emptyAt }: OverviewProps) {
  const [params, setParams] = useSearchParams();
  usePrefetchQuery(dayQuery(device));
  const day = useQuery(dayQuery(device));
  const [openedAt] = useState(liveNow);
  const view = readView(params, fittingRange(day.data?.since ?? emptyAt, openedAt));
  const ready = params.has('range') || view.zoom !== null || !isFirstFetch(day);
  const setView = (next: ViewChoice) => setParams((before) => writeView(before, next), { preventScrollReset: true });
  const group = useChartGroup(view, (zoom) => setView({ ...view, zoom }));
  const { bands, isCut, limits } = useBands([device.espid], view.zoom ?? { lastMs: view.range.ms });
  const bandsText = JSON.stringify(bands);
  const limitsText = JSON.stringify(limits);
  // The charts are drawn again only when a band changed.
  useEffect(() => series.setBands(JSON.parse(bandsText)), [series, bandsText]);
  useEffect(() => series.setLimits(JSON.parse(limitsText)), [series, limitsText]);
  // That of a virtual board comes shortly after the board itself, and must be fetched then.
  const lacksPast = device.virtual && day.data !== undefined && !hasPast(day.data.since);
  const edition = useVisibleView({ group, series, view, espid: device.espid });
  return (
    <>
      <h2 className="sr-only">{t`Values and charts`}</h2>
      <OverviewToolbar espid={device.espid} view={view} onChange={setView} />
      <OfflineNote device={device} />
      <OverviewValues device={device} />
      {isCut && <CutNote isZoomed={view.zoom !== null} />}
      <OverviewCharts
        device={device}
        series={series}
        group={group}
        view={view}
        ready={ready}
        edition={`${edition}-${lacksPast}`}
        onChange={setView}
      />
      <ExportButton espid={device.espid} view={view} className="overview-export only-mobile" />
    </>
  );
}

/** The group of this page's charts; each gesture that zooms goes into the address, so that Back undoes it. */
function useChartGroup(view: ViewChoice, onZoom: (zoom: TimeSpan | null) => void): ChartGroup {
  const zoomTo = useEffectEvent(onZoom);
  const [group] = useState(
    () =>
      new ChartGroup({
        view: view.zoom ?? followedView(view.range, liveNow(), viewportWidth()),
        onZoom: (zoom) => zoomTo(zoom),
        now: liveNow,
      }),
  );
  return group;
}

/** Live points that have become too many make history be fetched again, in buckets, but not more often than this. */
const refetchMs = 20_000;

type VisibleView = { group: ChartGroup; series: DeviceSeries; view: ViewChoice; espid: string };

/** Shows the chosen view in the charts and keeps a followed one moving; counts how often history must be fetched again. */
function useVisibleView({ group, series, view, espid }: VisibleView): number {
  const { range, zoom } = view;
  const [edition, setEdition] = useState(0);
  const from = zoom?.from;
  const to = zoom?.to;
  useEffect(() => {
    if (from !== undefined && to !== undefined) {
      series.keep(0, to);
      group.setView({ from, to });
      return;
    }
    let refetchedAt = 0;
    group.setView(followedView(range, liveNow(), viewportWidth()));
    const follow = (newest = 0) => {
      if (group.held) return;
      const now = Math.max(liveNow(), newest);
      const next = followedView(range, now, viewportWidth());
      series.keep(next.from, Number.POSITIVE_INFINITY);
      group.follow(filledView(next, now, series.begins));
      if (!series.overfull || next.to - refetchedAt < refetchMs) return;
      refetchedAt = next.to;
      setEdition((count) => count + 1);
    };
    follow();
    // The view moves on with the points, so that both are one drawing; the clock is for a board that is silent.
    const stop = subscribePoints((event) => {
      // A point may be a little ahead of the clock that this page knows, but not a board's clock that runs wrong.
      const newest = event.points.at(-1)?.at ?? 0;
      if (event.espid === espid) follow(Math.min(newest, liveNow() + 2_000));
    });
    const timer = setInterval(() => follow(), Math.min(5_000, Math.max(1_000, range.ms / viewportWidth())));
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [group, series, espid, range, from, to]);
  return edition;
}

/** There are more alerts in the time shown than are fetched. */
function CutNote({ isZoomed }: { isZoomed: boolean }) {
  return (
    <p className="overview-note" role="status">
      {isZoomed
        ? t`There are more alerts than are shaded, the newest first. Zoom in to see all.`
        : t`There are more alerts than are shaded, the newest first. Choose a shorter time to see all.`}
    </p>
  );
}

function OfflineNote({ device }: { device: Device }) {
  if (device.online || device.onlineChangedAt === null) return null;
  return (
    <p className="overview-note" role="status">
      {t`The board has been offline since ${{ time: formatDateTime(device.onlineChangedAt) }}. These are its last values.`}
    </p>
  );
}
