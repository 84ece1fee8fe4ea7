import type { DeviceLogLine } from '@cyno/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { showConsole, useLiveReopenings } from '../../../lib/live/live-client.ts';
import { type ConsoleFilter, consoleQuery, fits } from './console-query.ts';

/** So many lines that came while the page is open are held; at more the newest ones are read again, at once or after the pause. */
const maxStoredLive = 10_000;

/** The lines of a device's console, oldest first, always up to date; while they are held new ones are only counted. */
export function useConsole(espid: string, filter: ConsoleFilter) {
  const query = useInfiniteQuery(consoleQuery(espid, filter));
  const [live, setLive] = useState<readonly DeviceLogLine[]>([]);
  const [heldAfter, setHeldAfter] = useState<number | null>(null);
  const reopenings = useLiveReopenings();
  const { refetch } = query;

  useEffect(() => {
    return showConsole(espid, (log) => {
      // What was on its way when another device was left.
      if (log.espid === espid) setLive((before) => [...before, ...log.lines].slice(0, maxStoredLive));
    });
  }, [espid]);
  useEffect(() => {
    if (reopenings > 0) void refetch();
  }, [reopenings, refetch]);

  const isFull = live.length >= maxStoredLive && heldAfter === null;
  useEffect(() => {
    if (!isFull) return;
    // Before the request: what comes after the response was read must not be missing.
    setLive([]);
    void refetch();
  }, [isFull, refetch]);

  const all = useMemo(() => {
    const read = (query.data?.pages ?? []).flat().reverse();
    const newest = read.at(-1)?.id ?? 0;
    return [...read, ...live.filter((line) => line.id > newest && fits(line, filter))];
  }, [query.data, live, filter]);
  const lines = useMemo(() => all.filter(({ id }) => heldAfter === null || id <= heldAfter), [all, heldAfter]);
  return {
    query,
    lines,
    isHeld: heldAfter !== null,
    setHeld: (isHeld: boolean) => setHeldAfter(isHeld ? (all.at(-1)?.id ?? 0) : null),
    heldCount: all.length - lines.length,
  };
}
