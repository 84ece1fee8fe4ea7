import type { Device, ImportState } from '@cyno/contract';
import { msg, plural, t } from '@lingui/core/macro';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { formatBytes, formatExact } from '../../../lib/format/format.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportRows } from './import-rows.tsx';
import './import-sheet.css';
import { rowProblem } from './row-problem.ts';
import { type ImportStep, useImport } from './use-import.ts';

type ImportSheetProps = {
  device: Device;
  onClose: () => void;
  /** Shows what was imported in the charts. */
  onShow: (span: TimeSpan, keys: readonly string[]) => void;
};

/** Takes a CSV file into a device's history: choose it, set what its columns are, preview the first rows, import. */
export function ImportSheet({ device, onClose, onShow }: ImportSheetProps) {
  const { step, problem, busy, choose, preview, start, resume, cancel, again } = useImport(device.espid);
  const [overwrite, setOverwrite] = useState(false);
  const [chosen, setChosen] = useState<{ keys: string[]; span: TimeSpan } | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const isUnsaved = step.name === 'sending' || (step.name === 'mapping' && !isStarting);
  useUnsavedChanges(isUnsaved);
  const leave = () => (isUnsaved ? setConfirming(true) : onClose());
  const mapping = step.name === 'mapping' ? step.preview.mapping : null;
  const good = step.name === 'mapping' ? step.preview.rows.filter((row) => row.problem === null).length : 0;
  const begin = () => {
    if (step.name !== 'mapping' || !mapping) return;
    const times = step.preview.rows.flatMap(({ at }) => at ?? []);
    const from = Math.min(...times);
    setChosen({
      keys: mapping.columns.map(({ key }) => key),
      span: { from, to: Math.max(...times, from + 86_400_000) },
    });
    setStarting(true);
    void start(overwrite).finally(() => setStarting(false));
  };
  return (
    <Sheet
      title={t`Import into ${{ name: device.name }}`}
      size="wide"
      isOpen
      onClose={leave}
      footer={
        <div className="import-foot">
          {step.name === 'mapping' && (
            <>
              <Button onClick={again}>{t`Choose another file`}</Button>
              <Button variant="primary" busy={busy} disabled={!mapping || good === 0} onClick={begin}>
                {t`Import`}
              </Button>
            </>
          )}
          {step.name === 'running' && <Button onClick={cancel}>{t`Cancel import`}</Button>}
          {step.name === 'ended' && (
            <>
              <Button onClick={again}>
                {step.state.canGoOn ? t`Discard, import another file` : t`Import another file`}
              </Button>
              {step.state.canGoOn && (
                <Button variant="primary" busy={busy} onClick={() => void resume()}>
                  {t`Resume`}
                </Button>
              )}
              {chosen && !step.state.canGoOn && step.state.added + step.state.changed + step.state.present > 0 && (
                <Button variant="primary" onClick={() => onShow(chosen.span, chosen.keys)}>
                  {t`Show in chart`}
                </Button>
              )}
            </>
          )}
          {(step.name === 'choose' || step.name === 'sending') && <Button onClick={leave}>{t`Close`}</Button>}
        </div>
      }
    >
      <div className="import">
        {problem && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        <p className="sr-only" role="status">
          {announcementOf(step)}
        </p>
        {step.name === 'choose' && <ChooseFile onFile={(file) => void choose(file)} />}
        {step.name === 'sending' && (
          <div>
            <p>{t`Uploading ${{ file: step.file }}`}</p>
            <ProgressBar label={t`Upload`} percent={Math.round(step.share * 100)} />
          </div>
        )}
        {step.name === 'mapping' && (
          <>
            <ImportColumns device={device} preview={step.preview} file={step.file} busy={busy} onPreview={preview} />
            {mapping && <ImportRows preview={step.preview} mapping={mapping} busy={busy} />}
            <Switch label={t`Overwrite existing values`} checked={overwrite} onChange={setOverwrite} />
            <p className="history-note">{t`Off: only missing values are added.`}</p>
          </>
        )}
        {step.name === 'running' && (
          <div>
            <p>
              {t`Importing ${{ name: step.state.name }}: ${{ done: formatBytes(step.state.readBytes) }} of ${{ total: formatBytes(step.state.bytes) }}`}
            </p>
            <ProgressBar
              label={t`Import`}
              percent={Math.min(99, Math.round((100 * step.state.readBytes) / step.state.bytes))}
            />
            <p className="history-note">
              {plural({ count: step.state.added }, { one: '# value added so far', other: '# values added so far' })}
            </p>
          </div>
        )}
        {step.name === 'ended' && <ImportResult state={step.state} />}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t`Close without importing?`}
          cancelLabel={t`Keep editing`}
          confirmLabel={t`Close`}
          busy={false}
          onClose={() => setConfirming(false)}
          onConfirm={onClose}
        >
          {t`The file and what you set for it will be lost.`}
        </ConfirmDialog>
      )}
    </Sheet>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is one way more; the button does the same
    <div
      className={isOver ? 'import-drop import-drop-over' : 'import-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={IconFileUpload} size={18} />
      <p>{t`A CSV file with a time column and value columns, up to 50 MB. CSV exports from Cyno work too.`}</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t`Choose file`}
      </Button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t`CSV file`}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

const endings = {
  waiting: msg`Waiting`,
  running: msg`Importing`,
  done: msg`File imported`,
  cancelled: msg`Import cancelled`,
  failed: msg`Import stopped`,
} as const;

/** What screen readers announce of a step: what it is, not how far it has come. */
function announcementOf(step: ImportStep): string | null {
  switch (step.name) {
    case 'choose':
      return null;
    case 'sending':
      return t`Uploading ${{ file: step.file }}`;
    case 'mapping':
      return t`File uploaded`;
    case 'running':
      return t`Importing ${{ name: step.state.name }}`;
    case 'ended':
      return i18n._(endings[step.state.state]);
  }
}

function ImportResult({ state }: { state: ImportState }) {
  const figures = [
    { label: t`Added`, count: state.added },
    { label: t`Changed`, count: state.changed },
    { label: t`Already there`, count: state.present },
    { label: t`Empty`, count: state.empty },
    { label: t`Refused`, count: state.refused },
    ...(state.leftOut > 0 ? [{ label: t`Skipped lines`, count: state.leftOut }] : []),
  ];
  return (
    <div className="import-result">
      <h3>{i18n._(endings[state.state])}</h3>
      {state.state === 'failed' && <p className="import-name">{state.name}</p>}
      {state.problem && <p className="field-error">{rowProblem(state.problem)}</p>}
      {state.state === 'cancelled' && <p>{t`Values imported so far stay. Import the file again to add the rest.`}</p>}
      <dl>
        {figures.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatExact(count, 0)}</dd>
          </div>
        ))}
      </dl>
      {state.reasons.length > 0 && (
        <>
          <h4>
            {state.refused > state.reasons.length
              ? plural(
                  { count: state.reasons.length },
                  {
                    one: 'Why lines were refused (first #)',
                    other: 'Why lines were refused (first #)',
                  },
                )
              : t`Why lines were refused`}
          </h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard (WCAG 2.1.1) */}
          <ul className="import-reasons" tabIndex={0} aria-label={t`Refused lines`}>
            {state.reasons.map(({ line, reason }) => (
              <li key={line}>
                <b>{t`Line ${line}`}</b> {rowProblem(reason)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
