import type { ImportLayout, ImportMapping, ImportPreview, ImportState } from '@cyno/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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

  const runningId = step.name === 'running' ? step.id : null;
  useEffect(() => {
    if (runningId === null) return;
    const timer = setInterval(async () => {
      const state = await readImport(espid, runningId).catch(() => null);
      if (state === null) return;
      if (state.state === 'running') return setStep({ name: 'running', id: runningId, state });
      setStep({ name: 'ended', state });
      for (const queryKey of [['history-tab', espid], ['history', espid], ['statistics', espid], ['devices']]) {
        void client.invalidateQueries({ queryKey });
      }
    }, pollMs);
    return () => clearInterval(timer);
  }, [client, espid, runningId]);

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
