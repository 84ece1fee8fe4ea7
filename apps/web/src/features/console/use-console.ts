import type { DeviceLogLine } from '@cyno/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { showConsole, useLiveReopenings } from '../../lib/live-client.ts';
import { type ConsoleFilter, consoleQuery, fits } from './console-query.ts';

/** So many lines that came while the page is open are kept; older ones are read again when they are asked for. */
const keptLive = 10_000;

/** The lines of a device's console, oldest first, kept up to date; `isHeld` keeps new ones back and counts them. */
export function useConsole(espid: string, filter: ConsoleFilter, isHeld: boolean) {
  const query = useInfiniteQuery(consoleQuery(espid, filter));
  const [live, setLive] = useState<readonly DeviceLogLine[]>([]);
  const [held, setHeld] = useState<readonly DeviceLogLine[]>([]);
  const reopenings = useLiveReopenings();
  const { refetch } = query;

  const take = useEffectEvent((lines: readonly DeviceLogLine[]) => {
    const append = (before: readonly DeviceLogLine[]) => [...before, ...lines].slice(-keptLive);
    if (isHeld) setHeld(append);
    else setLive(append);
  });
  useEffect(() => showConsole(espid, ({ lines }) => take(lines)), [espid]);
  useEffect(() => {
    if (isHeld) return;
    setHeld((waiting) => {
      if (waiting.length > 0) setLive((before) => [...before, ...waiting].slice(-keptLive));
      return [];
    });
  }, [isHeld]);
  useEffect(() => {
    if (reopenings > 0) void refetch();
  }, [reopenings, refetch]);

  const lines = useMemo(() => {
    const read = (query.data?.pages ?? []).flat().reverse();
    const newest = read.at(-1)?.id ?? 0;
    return [...read, ...live.filter((line) => line.id > newest && fits(line, filter))];
  }, [query.data, live, filter]);
  return { query, lines, heldCount: held.filter((line) => fits(line, filter)).length };
}
