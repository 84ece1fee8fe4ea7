import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { ChartGroup } from '../../../ui/charts/plot/chart-group.ts';
import type { ChartNote } from '../../../ui/charts/plot/chart-notes.ts';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { PickBar, useNotePart } from './annotations/note-part.tsx';
import type { DeviceLimit, UseBands } from './bands.ts';
import { comparisonText, type HistoryView, rangeOf } from './history-address.ts';
import { HistoryChart } from './history-chart.tsx';
import { createCursorSignal, HistoryLegend } from './history-legend.tsx';
import { chartsOf, type HistoryLine, type LineStyle, linesOf, offlineOf } from './history-lines.ts';
import { useCalibratedAt } from './quality/calibrated-at.ts';
import { QualityLane } from './quality/quality-lane.tsx';
import { useHealth } from './quality/use-health.ts';
import { StatisticsTable } from './statistics-table.tsx';
import { useHistories, useStatistics } from './use-history.ts';

const HistoryTable = lazy(async () => ({ default: (await import('./history-table.tsx')).HistoryTable }));

/** More than the longest preset, so that one can zoom out to years. */
const longestMs = 5 * 366 * 86_400_000;

type HistoryContentProps = {
  device: Device;
  useBands: UseBands;
  devices: readonly Device[];
  view: HistoryView;
  span: TimeSpan;
  shiftMs: number | null;
  styles: LineStyle[];
  onChange: (view: HistoryView) => void;
};

/** The chosen variables: charts or table, how the board fared, the notes, and the figures. */
export function HistoryContent({
  device,
  useBands,
  devices,
  view,
  span,
  shiftMs,
  styles,
  onChange,
}: HistoryContentProps) {
  const { histories, isPending, isFetching, isOther, error, retry } = useHistories({
    styles,
    span,
    range: rangeOf(view),
    shiftMs,
    thresholds: view.thresholds,
  });
  const lines = useLines(styles, histories, shiftMs);
  const [cursor] = useState(createCursorSignal);
  const group = useGroup(span, (zoomed) => onChange({ ...view, span: zoomed }));
  const comparedWith = shiftMs === null ? null : comparisonText(view.compare);
  const offline = offlineOf(histories, device.espid);
  const health = useHealth(device.espid, span);
  const deviceLines = lines.filter(({ espid }) => espid === device.espid);
  const calibrated = useCalibratedAt(device.espid, deviceLines, span);
  const notes = useNotePart({ devices, styles, span, group, isTable: view.table });
  const shaded = useBands([...new Set(styles.map(({ espid }) => espid))], span);
  const bandsText = JSON.stringify(shaded.bands);
  // The charts are drawn again only when a band changed.
  const bands = useMemo((): ChartNote[] => JSON.parse(bandsText), [bandsText]);
  const limitsText = JSON.stringify(view.limits ? shaded.limits : []);
  const limits = useMemo((): DeviceLimit[] => JSON.parse(limitsText), [limitsText]);
  const marks = useMemo(() => [...bands, ...notes.marks], [bands, notes.marks]);
  if (isPending) return <HistorySkeleton />;
  if (error && histories.every(({ present }) => !present)) {
    return (
      <ErrorState title={t`The history did not load`} onRetry={retry}>
        {failureText(error)}
      </ErrorState>
    );
  }
  return (
    <>
      <Card className="history-card" aria-busy={isOther || undefined}>
        {error && (
          <FormNote kind="error">
            {t`The history did not load: ${{ reason: failureText(error) }}`}{' '}
            <Button size="small" busy={isFetching} onClick={retry}>
              {t`Try again`}
            </Button>
          </FormNote>
        )}
        {isOther && <p className="history-coming" role="status">{t`Loading the history`}</p>}
        <HistoryLegend
          lines={lines}
          devices={devices}
          view={view}
          group={group}
          cursor={cursor}
          comparedWith={comparedWith}
          onChange={onChange}
        />
        {notes.isPicking && <PickBar part={notes} />}
        {view.table ? (
          <Suspense fallback={<Skeleton height={420} width="auto" />}>
            <HistoryTable lines={lines} span={span} />
          </Suspense>
        ) : (
          chartsOf(lines, view).map((own) => (
            <HistoryChart
              key={own.map(({ name }) => name).join()}
              group={group}
              lines={own}
              hidden={view.hidden}
              offline={offline}
              span={span}
              notes={marks}
              limits={limits}
              onPick={notes.onPick}
              onNote={notes.onNote}
              onCursor={cursor.setCursor}
            />
          ))
        )}
        {bands.length > 0 && !view.table && (
          <p className="history-note">
            {shaded.isCut
              ? t`Shaded: while an alert was active. There are more alerts than are shaded: zoom in to see all.`
              : t`Shaded: while an alert was active`}
          </p>
        )}
        <DaysNote widthMs={Math.max(0, ...histories.map(({ present }) => present?.bucketMs ?? 0))} />
        {deviceLines.length > 0 && (
          <QualityLane
            offline={offline}
            health={health}
            calibrated={calibrated}
            span={span}
            group={view.table ? null : group}
            lines={deviceLines}
          />
        )}
      </Card>
      {notes.list}
      <Figures
        view={view}
        span={span}
        shiftMs={shiftMs}
        styles={styles}
        lines={lines}
        comparedWith={comparedWith}
        onChange={onChange}
        mayFetch={!isFetching}
      />
      {notes.dialog}
    </>
  );
}

const dayMs = 86_400_000;

/** Shows whose days are meant where a point stands for days: they are the same for all viewers. */
function DaysNote({ widthMs }: { widthMs: number }) {
  if (widthMs < dayMs) return null;
  return (
    <p className="history-note">
      {plural(
        { days: widthMs / dayMs },
        { one: 'Each point is one day, from midnight UTC.', other: 'Each point is # days, from midnight UTC.' },
      )}
    </p>
  );
}

type FiguresProps = Pick<HistoryContentProps, 'view' | 'span' | 'shiftMs' | 'styles' | 'onChange'> & {
  lines: HistoryLine[];
  comparedWith: string | null;
  /** The chart is looked at first: its responses must not wait behind those of the figures. */
  mayFetch: boolean;
};

function Figures({ view, span, shiftMs, styles, lines, comparedWith, mayFetch, onChange }: FiguresProps) {
  const shift = shiftMs ?? 0;
  const { thresholds } = view;
  const range = rangeOf(view);
  const present = useStatistics({ styles, span, range, thresholds, enabled: mayFetch });
  const past = useStatistics({
    styles: shiftMs === null ? [] : styles,
    span: { from: span.from - shift, to: span.to - shift },
    range: `${range} ${view.compare}`,
    thresholds,
    enabled: mayFetch,
  });
  const setThreshold = (value: number | null, name?: string) => {
    const next = name === undefined ? new Map<string, number>() : new Map(thresholds);
    if (name !== undefined && value === null) next.delete(name);
    else if (name !== undefined && value !== null) next.set(name, value);
    onChange({ ...view, thresholds: next });
  };
  return (
    <StatisticsTable
      lines={lines}
      present={present}
      comparedWith={comparedWith}
      thresholds={thresholds}
      past={shiftMs === null ? null : past}
      onThreshold={setThreshold}
    />
  );
}

/** Lines are recreated only when a response came. */
function useLines(
  styles: LineStyle[],
  histories: ReturnType<typeof useHistories>['histories'],
  shiftMs: number | null,
) {
  const responses = histories.flatMap(({ present, past }) => [present, past]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the responses are what changes in the histories
  return useMemo(() => linesOf(styles, histories, shiftMs), [styles, shiftMs, ...responses]);
}

/** The charts' shared view; each gesture that zooms goes into the address, so that Back undoes it. */
function useGroup(span: TimeSpan, onZoom: (span: TimeSpan | null) => void): ChartGroup {
  const zoomTo = useEffectEvent(onZoom);
  const [group] = useState(
    () => new ChartGroup({ view: span, longestMs, now: liveNow, onZoom: (zoom) => zoomTo(zoom) }),
  );
  const { from, to } = span;
  useEffect(() => {
    if (!group.held) group.setView({ from, to });
  }, [group, from, to]);
  return group;
}

function HistorySkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr-only">{t`Loading the history`}</span>
      <Card className="history-card">
        <Skeleton width={260} height={24} />
        <Skeleton height={340} width="auto" />
      </Card>
      <Card className="history-statistics">
        <Skeleton height={120} width="auto" />
      </Card>
    </div>
  );
}
