import type { ImportLayout, ImportMapping, ImportPreview, ImportState } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import {
  cancelImport,
  listImports,
  maxFileBytes,
  previewImport,
  readImport,
  resumeImport,
  startImport,
  uploadFile,
} from './import-calls.ts';

/** Where an import is: choosing a file, sending it, deciding what becomes of it, storing it, and what came of it. */
export type ImportStep =
  | { name: 'choose' }
  | { name: 'sending'; file: string; share: number }
  | { name: 'mapping'; id: string; file: string; preview: ImportPreview }
  | { name: 'running'; id: string; state: ImportState }
  | { name: 'ended'; state: ImportState };

/** A file that is not sent; the message is a sentence for a person. */
class FileProblem extends Error {}

const pollMs = 400;
/** The device is not theirs any more, or the page was asleep until the server had forgotten the import. */
const lostText = () =>
  t`The import ended more than an hour ago, or you lost access to the device. What was imported stays. Import the file again to add the rest.`;

/** Leads one import; what is under way on this side ends with the component, and a file that waits is forgotten. */
export function useImport(espid: string) {
  const client = useQueryClient();
  const [step, setStep] = useState<ImportStep>({ name: 'choose' });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const aborting = useRef<AbortController | null>(null);
  const waiting = useRef<string | null>(null);
  useEarlier(espid, step.name === 'choose', setStep);

  useEffect(
    () => () => {
      aborting.current?.abort();
      if (waiting.current) void cancelImport(espid, waiting.current).catch(() => undefined);
    },
    [espid],
  );

  const follow = (next: ImportStep) => {
    setStep(next);
    if (next.name !== 'ended') return;
    for (const queryKey of [
      queryKeys.historyTab(espid),
      queryKeys.history(espid),
      queryKeys.statistics(espid),
      queryKeys.day(espid),
      queryKeys.devices(),
    ]) {
      void client.invalidateQueries({ queryKey });
    }
  };
  useRunning(espid, step.name === 'running' ? step : null, follow);

  const attempt = async (work: (signal: AbortSignal) => Promise<void>, onFailure?: () => void) => {
    aborting.current?.abort();
    const own = new AbortController();
    aborting.current = own;
    setProblem(null);
    setBusy(true);
    try {
      await work(own.signal);
    } catch (error) {
      // Its reader is gone, or a later attempt took its place.
      if (own.signal.aborted) return;
      setProblem(error instanceof FileProblem ? error.message : failureText(error));
      onFailure?.();
    } finally {
      if (aborting.current === own) setBusy(false);
    }
  };

  return {
    step,
    problem,
    busy,
    choose: (file: File) =>
      attempt(
        async (signal) => {
          if (file.size === 0) throw new FileProblem(t`The file is empty.`);
          if (file.size > maxFileBytes) {
            throw new FileProblem(t`The file is larger than 50 MB. Split it into smaller ones.`);
          }
          const onProgress = (share: number) => setStep({ name: 'sending', file: file.name, share });
          onProgress(0);
          const id = await uploadFile(espid, file, { signal, onProgress });
          waiting.current = id;
          const preview = await previewImport(espid, id, { layout: null, mapping: null }, signal);
          setStep({ name: 'mapping', id, file: file.name, preview });
        },
        () => setStep({ name: 'choose' }),
      ),
    /** Looks at the file again, read otherwise; without a mapping the server proposes one. */
    preview: (request: { layout: ImportLayout; mapping: ImportMapping | null }) => {
      if (step.name !== 'mapping') return;
      const { id } = step;
      const change = (preview: Partial<ImportPreview>) =>
        setStep((now) =>
          now.name === 'mapping' && now.id === id ? { ...now, preview: { ...now.preview, ...preview } } : now,
        );
      // The next change adds to this one, whose response may still be on its way.
      change(request);
      void attempt(
        async (signal) => change(await previewImport(espid, id, request, signal)),
        () => change({ rows: [] }),
      );
    },
    start: (overwrite: boolean) =>
      attempt(async () => {
        if (step.name !== 'mapping' || !step.preview.mapping) return;
        const { layout, mapping } = step.preview;
        // Closing the sheet before the response must not cancel an import that may run already.
        waiting.current = null;
        try {
          const state = await startImport(espid, step.id, { layout, mapping, overwrite });
          setStep({ name: 'running', id: step.id, state });
        } catch (error) {
          waiting.current ??= step.id;
          throw error;
        }
      }),
    /** Continues with one that stopped. */
    resume: () =>
      attempt(async () => {
        if (step.name === 'ended') {
          setStep({ name: 'running', id: step.state.id, state: await resumeImport(espid, step.state.id) });
        }
      }),
    cancel: () =>
      attempt(async () => {
        if (step.name === 'running') await cancelImport(espid, step.id);
      }),
    again: () => {
      if (step.name === 'ended' && step.state.canGoOn) void cancelImport(espid, step.state.id).catch(() => undefined);
      setProblem(null);
      setStep({ name: 'choose' });
    },
  };
}

/** Takes up, once, what still runs in the device or stopped and can continue: the page was closed, or the server was away. */
function useEarlier(espid: string, isChoosing: boolean, onStep: (step: ImportStep) => void): void {
  const take = useEffectEvent((state: ImportState | undefined) => {
    if (!state || !isChoosing) return;
    onStep(state.state === 'running' ? { name: 'running', id: state.id, state } : { name: 'ended', state });
  });
  useEffect(() => {
    const controller = new AbortController();
    listImports(espid, controller.signal).then(
      ({ imports }) => take(imports.find(({ state }) => state === 'running') ?? imports[0]),
      () => undefined,
    );
    return () => controller.abort();
  }, [espid]);
}

/** Polls how an import stands until it is over, or the server has forgotten it. */
function useRunning(
  espid: string,
  running: Extract<ImportStep, { name: 'running' }> | null,
  onStep: (step: ImportStep) => void,
): void {
  const id = running?.id ?? null;
  const reportStep = useEffectEvent(onStep);
  const reportLost = useEffectEvent(() => {
    if (running) onStep({ name: 'ended', state: { ...running.state, state: 'failed', problem: lostText() } });
  });
  useEffect(() => {
    if (id === null) return;
    let isOver = false;
    const poll = async () => {
      try {
        const state = await readImport(espid, id);
        if (!isOver) reportStep(state.state === 'running' ? { name: 'running', id, state } : { name: 'ended', state });
      } catch (error) {
        const isLost = error instanceof ApiError && (error.status === 404 || error.status === 403);
        if (isLost && !isOver) reportLost();
      }
    };
    const timer = setInterval(() => void poll(), pollMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [espid, id]);
}
