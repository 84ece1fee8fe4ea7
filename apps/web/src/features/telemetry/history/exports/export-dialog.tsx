import type { Device, ExportFormat } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { displaySettings } from '../../../../lib/format/display-settings.ts';
import { formatBytes, formatDateTime } from '../../../../lib/format/format.ts';
import { ownZone } from '../../../../lib/format/time-zones.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { FormNote } from '../../../../ui/status/form-note.tsx';
import { ProgressBar } from '../../../../ui/status/progress-bar.tsx';
import type { LineStyle } from '../history-lines.ts';
import { download } from './download.ts';
import './export-dialog.css';

type ExportDialogProps = {
  devices: readonly Device[];
  styles: readonly LineStyle[];
  span: TimeSpan;
  onClose: () => void;
};

const formats = [
  { id: 'xlsx', label: 'Excel' },
  { id: 'csv', label: 'CSV' },
  { id: 'json', label: 'JSON' },
] as const;
type Content = 'all' | 'chart' | 'notes';
const contents = (): readonly { id: Content; label: string }[] => [
  { id: 'all', label: t`All messages` },
  { id: 'chart', label: t`Points of the chart` },
  { id: 'notes', label: t`Notes only` },
];
const maxPoints = 1000;

/** Saves what is shown, all messages behind it, or the notes as a file; reports how far it is, and can be cancelled. */
export function ExportDialog({ devices, styles, span, onClose }: ExportDialogProps) {
  const visible = [...new Set(styles.map(({ espid }) => espid))];
  const [espids, setEspids] = useState<readonly string[]>(visible);
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [content, setContent] = useState<Content>('all');
  const { run, cancel, progress, problem } = useDownload(onClose);
  const start = () => {
    const zone = displaySettings().timeZone ?? ownZone();
    return run({
      ...span,
      format,
      zone,
      variables: styles.filter(({ espid }) => espids.includes(espid)),
      content: content === 'notes' ? 'notes' : 'values',
      points: content === 'chart' ? maxPoints : undefined,
    });
  };
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <Dialog
      title={t`Export`}
      isOpen
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            busy={progress !== null}
            disabled={espids.length === 0}
            onClick={() => void start()}
          >
            {t`Save file`}
          </Button>
        </>
      }
    >
      <div className="history-export">
        <p>{t`${{ from: formatDateTime(span.from) }} to ${{ to: formatDateTime(span.to) }}`}</p>
        {visible.length > 1 && (
          <DeviceChoice devices={devices} visible={visible} chosen={espids} onChange={setEspids} />
        )}
        <Segmented label={t`Format`} options={formats} value={format} onChange={setFormat} />
        <Segmented
          label={t`Content`}
          className="history-export-content"
          options={contents()}
          value={content}
          onChange={setContent}
        />
        <p className="history-note">{textOf(format, content, espids.length > 1)}</p>
        <p className="sr-only" role="status">
          {progress && t`Saving the file`}
        </p>
        {progress && (
          <div>
            <ProgressBar label={t`Export`} percent={Math.round(progress.share * 100)} />
            <p className="history-note">{t`${{ size: formatBytes(progress.bytes) }} so far`}</p>
          </div>
        )}
        {problem && <FormNote kind="error">{t`Export failed. ${problem}`}</FormNote>}
      </div>
    </Dialog>
  );
}

type ChoiceProps = {
  devices: readonly Device[];
  visible: readonly string[];
  chosen: readonly string[];
  onChange: (espids: readonly string[]) => void;
};

/** Which of the devices that are shown the file holds. */
function DeviceChoice({ devices, visible, chosen, onChange }: ChoiceProps) {
  const toggle = (espid: string, isChosen: boolean) =>
    onChange(visible.filter((each) => (each === espid ? isChosen : chosen.includes(each))));
  return (
    <fieldset className="history-export-devices">
      <legend>{t`Devices`}</legend>
      {visible.map((espid) => (
        <label key={espid}>
          <Checkbox
            checked={chosen.includes(espid)}
            onChange={({ currentTarget }) => toggle(espid, currentTarget.checked)}
          />
          <span>{devices.find((each) => each.espid === espid)?.name ?? espid}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What the file will be like. */
function textOf(format: ExportFormat, content: Content, areSeveral: boolean): string {
  if (content === 'notes') return t`Your notes with their times and authors.`;
  switch (format) {
    case 'xlsx':
      return areSeveral
        ? t`One sheet per device and one with notes. Times are in your time zone.`
        : t`One sheet with values and one with notes. Times are in your time zone.`;
    case 'csv':
      return areSeveral
        ? t`One table sorted by time, with a column for the device. Times are in UTC. You can import it again.`
        : t`One column per variable. Times are in UTC. You can import it again.`;
    case 'json':
      return t`Values and notes. Times are milliseconds since 1970.`;
  }
}

type ExportOptions = Omit<Parameters<typeof download>[0], 'signal' | 'onProgress'>;

/** Runs a download that ends with the component. */
function useDownload(onDone: () => void) {
  const toasts = useToasts();
  const controller = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<{ bytes: number; share: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const cancel = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  const run = async (options: ExportOptions) => {
    const own = new AbortController();
    controller.current = own;
    setProblem(null);
    setProgress({ bytes: 0, share: 0 });
    const onProgress = (bytes: number, share: number) => setProgress({ bytes, share });
    try {
      if (!(await download({ ...options, signal: own.signal, onProgress }))) return;
      toasts.add({ kind: 'success', title: t`File saved`, key: 'export' });
      onDone();
    } catch (error) {
      if (!own.signal.aborted) setProblem(failureText(error));
    } finally {
      setProgress(null);
    }
  };
  return { run, cancel, progress, problem };
}
