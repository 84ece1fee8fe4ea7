import type { ImportLayout, ImportMapping, ImportPreview, ImportState } from '@cyno/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { cancelImport, fileBytesAtMost, previewImport, readImport, startImport, uploadFile } from './import-calls.ts';

/** Where an import is: choosing a file, sending it, deciding what becomes of it, storing it, and what came of it. */
type ImportStep =
  | { name: 'choose' }
  | { name: 'sending'; file: string; share: number }
  | { name: 'mapping'; id: string; file: string; preview: ImportPreview }
  | { name: 'running'; id: string; state: ImportState }
  | { name: 'ended'; state: ImportState };

const pollMs = 400;
/** The server restarted, or the device is not theirs any more. */
const lost = 'The import ended before its file did. Import the file again: what is stored already is left alone.';

/** Leads one import; what is under way on this side ends with the component, and a file that waits is forgotten. */
export function useImport(espid: string) {
  const client = useQueryClient();
  const [step, setStep] = useState<ImportStep>({ name: 'choose' });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const aborting = useRef<AbortController | null>(null);
  const waiting = useRef<string | null>(null);

  useEffect(
    () => () => {
      aborting.current?.abort();
      if (waiting.current) void cancelImport(espid, waiting.current).catch(() => undefined);
    },
    [espid],
  );

  const follow = (next: ImportStep) => {
    setStep(next);
    if (next.name === 'choose') setProblem(lost);
    if (next.name !== 'ended') return;
    for (const queryKey of [['history-tab', espid], ['history', espid], ['statistics', espid], ['devices']]) {
      void client.invalidateQueries({ queryKey });
    }
  };
  useRunning(espid, step.name === 'running' ? step.id : null, follow);

  const attempt = async (work: (signal: AbortSignal) => Promise<void>) => {
    aborting.current?.abort();
    const own = new AbortController();
    aborting.current = own;
    setProblem(null);
    setBusy(true);
    try {
      await work(own.signal);
    } catch (error) {
      if (!own.signal.aborted) setProblem(error instanceof Error ? error.message : failureText(error));
      throw error;
    } finally {
      if (aborting.current === own) setBusy(false);
    }
  };

  return {
    step,
    problem,
    busy,
    choose: (file: File) =>
      attempt(async (signal) => {
        if (file.size === 0) throw new Error('The file is empty.');
        if (file.size > fileBytesAtMost) throw new Error('A file may have 50 MB. Split it into smaller ones.');
        const onProgress = (share: number) => setStep({ name: 'sending', file: file.name, share });
        onProgress(0);
        const id = await uploadFile(espid, file, { signal, onProgress });
        waiting.current = id;
        const preview = await previewImport(espid, id, { layout: null, mapping: null }, signal);
        setStep({ name: 'mapping', id, file: file.name, preview });
      }).catch(() => setStep({ name: 'choose' })),
    /** Looks at the file again, read otherwise; without a mapping the server proposes one. */
    look: (wish: { layout: ImportLayout; mapping: ImportMapping | null }) =>
      attempt(async (signal) => {
        if (step.name !== 'mapping') return;
        const preview = await previewImport(espid, step.id, wish, signal);
        setStep({ ...step, preview });
      }).catch(() => {
        // What was chosen stays to be mended.
        if (step.name === 'mapping') setStep({ ...step, preview: { ...step.preview, ...wish, rows: [] } });
      }),
    start: (overwrite: boolean) =>
      attempt(async () => {
        if (step.name !== 'mapping' || !step.preview.mapping) return;
        const { layout, mapping } = step.preview;
        const state = await startImport(espid, step.id, { layout, mapping, overwrite });
        waiting.current = null;
        setStep({ name: 'running', id: step.id, state });
      }).catch(() => undefined),
    cancel: () => {
      if (step.name === 'running') void cancelImport(espid, step.id).catch(() => undefined);
    },
    again: () => {
      setProblem(null);
      setStep({ name: 'choose' });
    },
  };
}

/** Asks how an import stands until it is over, or the server has forgotten it. */
function useRunning(espid: string, id: string | null, onStep: (step: ImportStep) => void): void {
  const tell = useEffectEvent(onStep);
  useEffect(() => {
    if (id === null) return;
    let isOver = false;
    const ask = async () => {
      try {
        const state = await readImport(espid, id);
        if (!isOver) tell(state.state === 'running' ? { name: 'running', id, state } : { name: 'ended', state });
      } catch (error) {
        const isLost = error instanceof ApiError && (error.status === 404 || error.status === 403);
        if (isLost && !isOver) tell({ name: 'choose' });
      }
    };
    const timer = setInterval(() => void ask(), pollMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [espid, id]);
}
