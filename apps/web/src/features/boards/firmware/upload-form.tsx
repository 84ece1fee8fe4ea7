import type { FirmwareUpload } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { type FileFacts, readFileFacts } from './file-facts.ts';
import { imagesQuery } from './firmware-queries.ts';
import { familyLabel, imageText } from './firmware-text.ts';
import { NotesField } from './notes-field.tsx';
import { uploadImage } from './upload-image.ts';
import './upload-form.css';

type Chosen = { file: File; facts: FileFacts };

/** Takes an image by drop or button, shows what it is, and sends it. */
export function UploadForm() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    // A folder that was dropped, or a file that was moved meanwhile, can't be read.
    const facts = await readFileFacts(file).catch(() => t`This file can't be read. Choose it again.`);
    setProblem(typeof facts === 'string' ? `${file.name}: ${facts}` : null);
    setChosen(typeof facts === 'string' ? null : { file, facts });
  };
  if (chosen) return <Details key={chosen.file.name} {...chosen} onDone={() => setChosen(null)} />;
  return (
    <>
      <FileDrop onFile={(file) => void take(file)} />
      {problem && (
        <p className="firmware-wrong" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function FileDrop({ onFile }: { onFile: (file: File | undefined) => void }) {
  const [isOver, setOver] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const over = (event: DragEvent, value: boolean) => {
    event.preventDefault();
    setOver(value);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFile(event.currentTarget.files?.[0]);
    event.currentTarget.value = '';
  };
  return (
    <fieldset
      className="upload-drop"
      aria-label={t`New firmware file`}
      data-over={isOver || undefined}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={inputRef}
        className="sr-only"
        type="file"
        accept=".bin,.gz"
        aria-label={t`Firmware file`}
        tabIndex={-1}
        onChange={choose}
      />
      <Button icon={IconUpload} onClick={() => inputRef.current?.click()}>
        {t`Choose file`}
      </Button>
      <span className="firmware-quiet">{t`or drop the .bin file here`}</span>
    </fieldset>
  );
}

function Details({ file, facts, onDone }: Chosen & { onDone: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [version, setVersion] = useState(facts.version);
  const [notes, setNotes] = useState('');
  const [percent, setPercent] = useState(0);
  const abortRef = useRef<AbortController>(undefined);
  const upload = useMutation({
    mutationFn: () => {
      abortRef.current = new AbortController();
      return uploadImage({ file, version, notes, signal: abortRef.current.signal, onProgress: setPercent });
    },
    onSuccess: async ({ image, known }: FirmwareUpload) => {
      await client.invalidateQueries({ queryKey: imagesQuery.queryKey });
      toasts.add(
        known
          ? { kind: 'info', title: t`You already have this file: ${{ firmware: imageText(image) }}` }
          : { kind: 'success', title: t`${{ firmware: imageText(image) }} added` },
      );
      onDone();
    },
  });
  useUnsavedChanges(upload.isPending);
  const cancel = () => {
    abortRef.current?.abort();
    onDone();
  };
  return (
    <div className="upload-details">
      <p>
        <b className="upload-name">{file.name}</b>
        <span className="firmware-quiet">
          {' '}
          {facts.family === null
            ? formatBytes(file.size)
            : t`${{ size: formatBytes(file.size) }}, for ${{ chip: familyLabel(facts.family) }}`}
        </span>
      </p>
      <div className="upload-fields">
        <TextField
          label={t`Version`}
          value={version}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        <NotesField value={notes} onChange={setNotes} />
      </div>
      {upload.isPending && <ProgressBar label={t`Uploading ${{ name: file.name }}`} percent={percent} />}
      {upload.isError && (
        <p className="firmware-wrong" role="alert">
          {failureText(upload.error)}
        </p>
      )}
      <div className="section-actions">
        <Button variant="primary" busy={upload.isPending} onClick={() => upload.mutate()}>
          {t`Upload`}
        </Button>
        <Button onClick={cancel}>{t`Cancel`}</Button>
      </div>
    </div>
  );
}
