import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lazy } from '../../../lib/language/lazy.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { EmptyState } from '../../../ui/cards/states.tsx';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { devicePath, may, useSeenDevices } from '../../boards/devices/index.ts';
import { ImportSheet } from '../imports/index.ts';
import type { UseBands } from './bands.ts';
import { type HistoryView, readHistory, shiftOf, spanOf, writeHistory } from './history-address.ts';
import { HistoryContent } from './history-content.tsx';
import { drawable, type LineStyle, lineStylesOf } from './history-lines.ts';
import { HistoryToolbar } from './history-toolbar.tsx';
import { usePrefetch, useSpan } from './use-history.ts';
import { VariablePicker } from './variable-picker.tsx';
import './history-page.css';

const ExportDialog = lazy(async () => ({ default: (await import('./exports/export-dialog.tsx')).ExportDialog }));

const usualVariables = 2;
/** So many of an imported file's variables are shown at once. */
const maxImported = 4;

type HistoryPageProps = {
  device: Device;
  /** What is known of a span besides values and notes, such as alerts. */
  useBands: UseBands;
};

/** The History tab: any range of any variables, compared, summed up, as a table, as a file, and from files. */
export function HistoryPage({ device, useBands }: HistoryPageProps) {
  const [params, setParams] = useSearchParams();
  const [isImporting, setImporting] = useState(false);
  const showImported = (span: TimeSpan, keys: readonly string[]) => {
    setImporting(false);
    const variables = keys.slice(0, maxImported).map((key) => ({ espid: device.espid, key }));
    setParams(writeHistory({ ...readHistory(params, variables), span, variables }), { preventScrollReset: true });
  };
  const onImport = may(device, 'manage') ? () => setImporting(true) : null;
  return (
    <>
      {device.variables.length > 0 ? (
        <History device={device} useBands={useBands} onImport={onImport} />
      ) : (
        <NothingYet device={device} onImport={onImport} />
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportSheet device={device} onClose={() => setImporting(false)} onShow={showImported} />
        </Suspense>
      )}
    </>
  );
}

type PartProps = { device: Device; onImport: (() => void) | null };

function NothingYet({ device, onImport }: PartProps) {
  return (
    <EmptyState
      title={t`No data yet`}
      actions={
        <>
          <ButtonLink to={devicePath(device.espid)}>{t`Open overview`}</ButtonLink>
          {onImport && <Button onClick={onImport}>{t`Import file`}</Button>}
        </>
      }
    >
      {t`History begins with the first value that the board sends. You can also import a file from another system.`}
    </EmptyState>
  );
}

function History({ device, useBands, onImport }: PartProps & Pick<HistoryPageProps, 'useBands'>) {
  const [params, setParams] = useSearchParams();
  const [isExporting, setExporting] = useState(false);
  const seen = useSeenDevices();
  const isOther = ({ espid }: Device) => espid !== device.espid;
  // Whose history it is comes first where variables are chosen.
  const devices = [...seen.filter((each) => !isOther(each)), ...seen.filter(isOther)];
  const usual = drawable(device)
    .slice(0, usualVariables)
    .map(({ key }) => ({ espid: device.espid, key }));
  const view = readHistory(params, usual);
  const span = useSpan(view);
  const prefetch = usePrefetch();
  const setView = (next: HistoryView) => {
    const isSameRange = next.preset === view.preset && next.span === view.span;
    const nextSpan = isSameRange ? span : spanOf(next, liveNow());
    const shiftMs = shiftOf(next, nextSpan);
    prefetch({ styles: lineStylesOf(devices, next.variables), span: nextSpan, shiftMs });
    setParams(writeHistory(next), { preventScrollReset: true });
  };
  const shiftMs = shiftOf(view, span);
  // Each live value makes new devices; what is drawn depends only on the display settings of their variables.
  const stylesText = JSON.stringify(lineStylesOf(devices, view.variables));
  const styles = useMemo((): LineStyle[] => JSON.parse(stylesText), [stylesText]);
  return (
    <div className="history">
      <h2 className="sr-only">{t`History`}</h2>
      <HistoryToolbar
        devices={devices}
        view={view}
        span={span}
        playbackOf={(at) => `${devicePath(device.espid, 'Dashboard')}?at=${new Date(at).toISOString()}`}
        onImport={onImport}
        onChange={setView}
        onExport={styles.length === 0 ? null : () => setExporting(true)}
      />
      {styles.length === 0 ? (
        <EmptyState
          title={t`No variable chosen`}
          actions={<VariablePicker devices={devices} view={view} onChange={setView} />}
        >
          {t`Choose variables of this device or of your other devices.`}
        </EmptyState>
      ) : (
        <HistoryContent
          device={device}
          useBands={useBands}
          devices={devices}
          view={view}
          span={span}
          shiftMs={shiftMs}
          styles={styles}
          onChange={setView}
        />
      )}
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog devices={devices} styles={styles} span={span} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </div>
  );
}
