import type { PassUse } from '@cyno/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { fetchUse, publicPassQuery, startUse } from './pass-calls.ts';

const pollEveryMs = 700;
const isOver = ({ state }: PassUse) => state !== 'queued' && state !== 'sent';

/** What became of the last press: under way, reported by the board, or refused. */
export type PassOutcome = { use: PassUse } | { problem: string } | null;

/** Uses a pass, one press at a time, and follows what becomes of it. */
export function usePass(token: string) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<PassOutcome>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const isHere = useRef(true);
  /** A press that is not known to be over: pressing again follows the same use, so that it takes no second one. */
  const unfinished = useRef<{ value: string; key: string } | null>(null);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const press = async (value: string) => {
    if (busy !== null) return;
    setBusy(value);
    setOutcome(null);
    try {
      const before = unfinished.current;
      unfinished.current = before?.value === value ? before : { value, key: newKey() };
      let use = await startUse(token, unfinished.current);
      setOutcome({ use });
      while (!isOver(use) && isHere.current) {
        await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
        use = await fetchUse(token, use.key);
        setOutcome({ use });
      }
      unfinished.current = null;
    } catch (error) {
      setOutcome({ problem: failureText(error) });
    } finally {
      setBusy(null);
      void client.invalidateQueries({ queryKey: publicPassQuery(token).queryKey });
    }
  };
  return { outcome, busy, press: (value: string) => void press(value) };
}

/** `crypto.randomUUID` is only there on pages that came by https. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
