import type { Device } from '@cyno/contract';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { devicePath, useSeenDevices } from '../../lib/device-queries.ts';
import { failureText } from '../../lib/failure-text.ts';
import { liveNow } from '../../lib/live-client.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ChartGroup } from '../../ui/charts/chart-group.ts';
import type { TimeSpan } from '../../ui/charts/series-buffer.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { comparisons, type HistoryView, readHistory, shiftOf, writeHistory } from './history-address.ts';
import { HistoryChart } from './history-chart.tsx';
import { createCursorSignal, HistoryLegend, VariablePicker } from './history-legend.tsx';
import { chartsOf, drawable, type LineLook, linesOf, looksOf, offlineOf } from './history-lines.ts';
import { HistoryTable } from './history-table.tsx';
import { HistoryToolbar } from './history-toolbar.tsx';
import { QualityLane } from './quality-lane.tsx';
import { StatisticsTable } from './statistics-table.tsx';
import { useHistories, useSpan, useStatistics } from './use-history.ts';
import './history-page.css';

/** More than the longest preset, so that one can zoom out to years. */
const longestMs = 5 * 366 * 86_400_000;
const usualVariables = 2;

/** The History tab: any range of any variables, compared, summed up, as a table and as a file. */
export function HistoryPage({ device }: { device: Device }) {
  if (device.variables.length > 0) return <History device={device} />;
  return (
    <EmptyState
      title="Nothing has come yet"
      actions={<ButtonLink to={devicePath(device.espid)}>Open the Overview</ButtonLink>}
    >
      What this board measures is kept, and shown here over any time. It begins with the first message.
    </EmptyState>
  );
}

function History({ device }: { device: Device }) {
  const [params, setParams] = useSearchParams();
  const [exporting, setExporting] = useState(false);
  const devices = useSeenDevices();
  const usual = drawable(device)
    .slice(0, usualVariables)
    .map(({ key }) => ({ espid: device.espid, key }));
  const view = readHistory(params, usual);
  const setView = (next: HistoryView) => setParams(writeHistory(next), { preventScrollReset: true });
  const span = useSpan(view);
  const shiftMs = shiftOf(view, span);
  // Each live value makes new devices; what is drawn depends only on the looks of their variables.
  const looksText = JSON.stringify(looksOf(devices, view.variables));
  const looks = useMemo((): LineLook[] => JSON.parse(looksText), [looksText]);
  return (
    <div className="history">
      <h2 className="sr-only">History</h2>
      <HistoryToolbar view={view} span={span} onChange={setView} onExport={() => setExporting(true)} />
      {looks.length === 0 ? (
        <EmptyState
          title="No variable is chosen"
          actions={<VariablePicker {...{ devices, view }} onChange={setView} />}
        >
          Choose what to show: variables of this device, and of your other devices next to them.
        </EmptyState>
      ) : (
        <Shown {...{ device, devices, view, span, shiftMs, looks }} onChange={setView} />
      )}
      {exporting && <ExportDialog {...{ device, devices, looks, span }} onClose={() => setExporting(false)} />}
    </div>
  );
}

type ShownProps = {
  device: Device;
  devices: readonly Device[];
  view: HistoryView;
  span: TimeSpan;
  shiftMs: number | null;
  looks: LineLook[];
  onChange: (view: HistoryView) => void;
};

function Shown({ device, devices, view, span, shiftMs, looks, onChange }: ShownProps) {
  const { histories, isPending, error, retry } = useHistories({ looks, span, shiftMs });
  const lines = useLines(looks, histories, shiftMs);
  const [cursor] = useState(createCursorSignal);
  const group = useGroup(span, (zoomed) => onChange({ ...view, span: zoomed }));
  const comparedWith =
    typeof view.compare === 'number'
      ? `${Math.round(view.compare / 86_400_000)} days before`
      : shiftMs === null
        ? null
        : (comparisons.find(({ id }) => id === view.compare)?.label ?? null);
  const offline = offlineOf(histories, device.espid);
  if (isPending) return <HistorySkeleton />;
  if (error && histories.every(({ present }) => !present)) {
    return (
      <ErrorState title="The history did not load" onRetry={retry}>
        {failureText(error)}
      </ErrorState>
    );
  }
  return (
    <>
      <Card className="history-card">
        <HistoryLegend {...{ lines, devices, view, group, cursor, comparedWith, onChange }} />
        {view.table ? (
          <HistoryTable lines={lines} span={span} />
        ) : (
          chartsOf(lines, view).map((own) => (
            <HistoryChart
              key={own.map(({ name }) => name).join()}
              {...{ group, lines: own, hidden: view.hidden, offline, span }}
              onCursor={cursor.tell}
            />
          ))
        )}
        <QualityLane
          hasRightAxis={
            !view.table && chartsOf(lines, view).some((own) => new Set(own.map(({ unit }) => unit)).size > 1)
          }
          lines={lines.filter(({ espid }) => espid === device.espid)}
          offline={offline}
          span={span}
        />
      </Card>
      <Figures {...{ view, span, shiftMs, looks, lines, comparedWith, onChange }} />
    </>
  );
}

type FiguresProps = Pick<ShownProps, 'view' | 'span' | 'shiftMs' | 'looks' | 'onChange'> & {
  lines: ReturnType<typeof linesOf>;
  comparedWith: string | null;
};

function Figures({ view, span, shiftMs, looks, lines, comparedWith, onChange }: FiguresProps) {
  const shift = shiftMs ?? 0;
  const present = useStatistics(looks, span, view.thresholds);
  const earlier = { from: span.from - shift, to: span.to - shift };
  const past = useStatistics(shiftMs === null ? [] : looks, earlier, view.thresholds);
  const setThreshold = (name: string, value: number | null) => {
    const thresholds = new Map(view.thresholds);
    if (value === null) thresholds.delete(name);
    else thresholds.set(name, value);
    onChange({ ...view, thresholds });
  };
  return (
    <StatisticsTable
      {...{ lines, present, comparedWith, thresholds: view.thresholds }}
      past={shiftMs === null ? null : past}
      onThreshold={setThreshold}
    />
  );
}

/** Lines are made anew only when an answer came. */
function useLines(looks: LineLook[], histories: ReturnType<typeof useHistories>['histories'], shiftMs: number | null) {
  const answers = histories.flatMap(({ present, past }) => [present, past]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers are what changes in the histories
  return useMemo(() => linesOf(looks, histories, shiftMs), [looks, shiftMs, ...answers]);
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
      <span className="sr-only">Loading the history</span>
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
