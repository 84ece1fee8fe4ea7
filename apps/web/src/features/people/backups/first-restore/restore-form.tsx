import type { BackupProgress, RestoreOpened } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatBytes, formatDateTime } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { PasswordField } from '../../../../ui/fields/field.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { FormNote } from '../../../../ui/status/form-note.tsx';
import { ProgressBar } from '../../../../ui/status/progress-bar.tsx';
import { beginRestore, followRestore, restoreState, uploadArchive } from './restore-calls.ts';

type Source = 'stored' | 'file';
/** What is under way, and how far it is, 0 to 100. */
type Step = { text: string; percent: number };

const sources = () =>
  [
    { id: 'stored', label: t`On the server` },
    { id: 'file', label: t`Upload a file` },
  ] as const;

type RestoreFormProps = { opened: RestoreOpened; onRunning: (isRunning: boolean) => void; onDone: () => void };

/** Which backup, and its passphrase; then how far it is. */
export function RestoreForm({ opened, onRunning, onDone }: RestoreFormProps) {
  const { archives, target } = opened;
  const [source, setSource] = useState<Source>(archives.length > 0 ? 'stored' : 'file');
  const [stored, setStored] = useState(archives[0]?.file ?? null);
  const [file, setFile] = useState<File>();
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<string>();
  const [step, setStep] = useState<Step>();
  const abortRef = useRef(new AbortController());
  useEffect(() => {
    abortRef.current = new AbortController();
    return () => abortRef.current.abort();
  }, []);

  const isRunning = step !== undefined;
  useEffect(() => onRunning(isRunning), [onRunning, isRunning]);
  const follow = useEffectEvent(async () => {
    try {
      await followRestore(opened, ({ running }) => setStep(stepOf(running?.progress)));
      onDone();
    } catch (error) {
      setProblem(failureText(error));
      setStep(undefined);
    }
  });
  // The page was opened again while the server restores.
  useEffect(() => {
    restoreState(opened).then(
      ({ running }) => running && follow(),
      () => undefined,
    );
  }, [opened]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (step) return;
    if (source === 'file' && !file) return setProblem(t`Choose the file of the backup.`);
    setProblem(undefined);
    try {
      if (source === 'file' && file) {
        await uploadArchive(opened, file, {
          signal: abortRef.current.signal,
          onProgress: (percent) => setStep({ text: t`Uploading…`, percent }),
        });
      }
      setStep({ text: t`Reading the backup…`, percent: 0 });
      await beginRestore(opened, { file: source === 'stored' ? stored : null, passphrase });
    } catch (error) {
      setProblem(failureText(error));
      return setStep(undefined);
    }
    await follow();
  };

  if (step) {
    return (
      <div className="gate-form" aria-live="polite">
        <p>{step.text}</p>
        <ProgressBar label={t`Progress of the restore`} percent={step.percent} />
        <p className="restore-note">{t`Keep this page open. The server starts again by itself when it is done.`}</p>
      </div>
    );
  }
  const isEncrypted = source === 'stored' && archives.some((one) => one.file === stored && one.encrypted);
  return (
    <form className="gate-form" noValidate onSubmit={(event) => void submit(event)}>
      {problem && <FormNote kind="error">{problem}</FormNote>}
      {archives.length > 0 && (
        <Segmented
          className="gate-mode"
          label={t`Where the backup is`}
          options={sources()}
          value={source}
          onChange={setSource}
        />
      )}
      {source === 'stored' ? (
        <div>
          <SelectField
            label={t`Backup`}
            size="large"
            options={archives.map(({ file: id, bytes }) => ({ id, label: labelOf(id), detail: formatBytes(bytes) }))}
            value={stored}
            onChange={setStored}
          />
          <p className="restore-note">
            {stored}
            <br />
            {t`In ${target}`}
          </p>
        </div>
      ) : (
        <FileField file={file} onFile={setFile} />
      )}
      <PasswordField
        label={t`Passphrase`}
        autoComplete="off"
        value={passphrase}
        description={
          isEncrypted
            ? t`This backup is encrypted. Empty: the passphrase that is set on this server.`
            : t`Only when the backup is encrypted.`
        }
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" size="large">
        {t`Restore`}
      </Button>
    </form>
  );
}

function FileField({ file, onFile }: { file: File | undefined; onFile: (file: File) => void }) {
  const inputRef = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? [];
    if (chosen) onFile(chosen);
    event.currentTarget.value = '';
  };
  return (
    <div className="restore-file">
      <input
        ref={inputRef}
        className="sr-only"
        type="file"
        accept=".zst,.age"
        aria-label={t`File of the backup`}
        tabIndex={-1}
        onChange={choose}
      />
      <Button icon={IconUpload} size="large" onClick={() => inputRef.current?.click()}>
        {file ? t`Choose another file` : t`Choose file`}
      </Button>
      <p className="restore-note">
        {file
          ? t`${{ name: file.name }}, ${{ size: formatBytes(file.size) }}`
          : t`The name of a backup ends in .tar.zst or .tar.zst.age.`}
      </p>
    </div>
  );
}

/** The instant that its name has: `cyno-20261124T023000Z.tar.zst`. */
function labelOf(file: string): string {
  const iso = file.replace(/^cyno-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z');
  const at = Date.parse(iso);
  return Number.isNaN(at) ? file : formatDateTime(at);
}

/** Each phase has a part of the bar. */
function stepOf(progress: BackupProgress | null | undefined): Step {
  const share = progress && progress.all > 0 ? progress.done / progress.all : 0;
  if (progress?.phase === 'comparing') return { text: t`Comparing each table…`, percent: Math.round(60 + 40 * share) };
  if (progress?.phase === 'recovering') return { text: t`Starting the restored database…`, percent: 45 };
  if (progress?.phase === 'fetching') return { text: t`Fetching the backup…`, percent: Math.round(10 * share) };
  if (progress?.phase === 'unpacking') return { text: t`Unpacking the backup…`, percent: 10 };
  return { text: t`Reading the backup…`, percent: 0 };
}
