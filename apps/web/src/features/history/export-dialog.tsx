import type { Device, ExportFormat } from '@cyno/contract';
import { useEffect, useRef, useState } from 'react';
import { displaySettings } from '../../lib/display-settings.ts';
import { formatBytes, formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import type { TimeSpan } from '../../ui/charts/series-buffer.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { download } from './download.ts';
import type { LineLook } from './history-lines.ts';

type ExportDialogProps = {
  device: Device;
  devices: readonly Device[];
  looks: readonly LineLook[];
  span: TimeSpan;
  onClose: () => void;
};

const formats = [
  { id: 'xlsx', label: 'Excel' },
  { id: 'csv', label: 'CSV' },
  { id: 'json', label: 'JSON' },
] as const;
const contents = [
  { id: 'all', label: 'All messages' },
  { id: 'shown', label: 'What the chart shows' },
] as const;
const shownPoints = 1000;

/** Saves what is shown, or all messages behind it, as a file; tells how far it is, and can be cancelled. */
export function ExportDialog({ device, devices, looks, span, onClose }: ExportDialogProps) {
  const espids = [...new Set(looks.map((look) => look.espid))];
  const [espid, setEspid] = useState(espids.includes(device.espid) ? device.espid : (espids[0] ?? device.espid));
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [content, setContent] = useState<(typeof contents)[number]['id']>('all');
  const { run, cancel, progress, problem } = useDownload(onClose);
  const keys = looks.filter((look) => look.espid === espid).map(({ key }) => key);
  const start = () => {
    const zone = displaySettings().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    return run({ espid, ...span, keys, format, zone, points: content === 'shown' ? shownPoints : undefined });
  };
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <Dialog
      title="Export"
      isOpen
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" busy={progress !== null} onClick={() => void start()}>
            Save the file
          </Button>
        </>
      }
    >
      <div className="history-export">
        <p>
          {formatDateTime(span.from)} to {formatDateTime(span.to)}
        </p>
        {espids.length > 1 && (
          <SelectField
            label="Device"
            options={espids.map((id) => ({ id, label: devices.find((each) => each.espid === id)?.name ?? id }))}
            value={espid}
            onChange={setEspid}
          />
        )}
        <Segmented label="Format" options={formats} value={format} onChange={setFormat} />
        <Segmented label="Content" options={contents} value={content} onChange={setContent} />
        {progress && (
          <div role="status">
            <ProgressBar label="Export" percent={Math.round(progress.share * 100)} />
            <p className="history-note">{formatBytes(progress.bytes)} so far</p>
          </div>
        )}
        {problem && <Notice title="The export failed">{problem}</Notice>}
      </div>
    </Dialog>
  );
}

type Wish = Omit<Parameters<typeof download>[0], 'signal' | 'onProgress'>;

/** Runs a download that ends with the component. */
function useDownload(onDone: () => void) {
  const toasts = useToasts();
  const controller = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<{ bytes: number; share: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const cancel = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  const run = async (wish: Wish) => {
    const own = new AbortController();
    controller.current = own;
    setProblem(null);
    setProgress({ bytes: 0, share: 0 });
    const onProgress = (bytes: number, share: number) => setProgress({ bytes, share });
    try {
      if (!(await download({ ...wish, signal: own.signal, onProgress }))) return;
      toasts.add({ kind: 'success', title: 'The file is saved', key: 'export' });
      onDone();
    } catch (error) {
      if (!own.signal.aborted) setProblem(error instanceof Error ? error.message : 'Try again.');
    } finally {
      setProgress(null);
    }
  };
  return { run, cancel, progress, problem };
}
