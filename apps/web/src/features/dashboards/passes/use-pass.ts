import type { PassUse } from '@cyno/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { fetchUse, publicPassQuery, startUse } from './pass-calls.ts';

const pollEveryMs = 700;
/** Beyond what a call and the server's wait for the board take together. */
const maxUnderWayMs = 2 * 60_000;
const isOver = ({ state }: PassUse) => state !== 'queued' && state !== 'sent';

/** What became of the last press: under way, reported by the board, or refused. */
export type PassOutcome = { use: PassUse } | { problem: string } | null;

/** `at`: when it was pressed, ms since the epoch. */
type Press = { value: string; key: string; at: number };

// The clock may be set back meanwhile.
const mayBeUnderWay = ({ at }: Press) => Math.abs(Date.now() - at) < maxUnderWayMs;

/** Uses a pass, one press at a time, and follows what becomes of it; `readAt` is when the pass was read last. */
export function usePass(token: string, readAt: number) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<PassOutcome>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const isHere = useRef(true);
  /** A press that is not known to be over: pressing again follows the same use, so that it takes no second one. */
  const unfinished = useRef<Press | null>(null);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** The connection is back: what became of the press that it interrupted is known now, and the next one is a use of its own. */
  const readLastUse = useEffectEvent(async () => {
    const before = unfinished.current;
    if (busy !== null || !before || !mayBeUnderWay(before)) return;
    const use = await fetchUse(token, before.key).catch(() => null);
    if (!use || unfinished.current !== before) return;
    setOutcome({ use });
    if (isOver(use)) unfinished.current = null;
  });
  useEffect(() => {
    if (readAt > 0) void readLastUse();
  }, [readAt]);

  const press = async (value: string) => {
    if (busy !== null) return;
    setBusy(value);
    setOutcome(null);
    try {
      const before = unfinished.current;
      const key = before?.value === value && mayBeUnderWay(before) ? before.key : newKey();
      unfinished.current = { value, key, at: Date.now() };
      let use = await startUse(token, { value, key });
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
