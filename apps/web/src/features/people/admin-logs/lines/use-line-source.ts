import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { logCalls } from '../log-calls.ts';
import type { LineReader, LineSource } from './line-source.ts';
import { MatchReader } from './match-reader.ts';
import { WindowReader } from './window-reader.ts';

type ShowPlaces = (firstPlace: number, lastPlace: number, count: number) => void;

/** The lines of a file, or those that match `filter` (the query of the call; empty: all). */
export function useLineSource(
  file: string,
  filter: string,
  isFollowing: boolean,
): { source: LineSource; show: ShowPlaces; retry: () => void } {
  const reader = useMemo<LineReader & { show: ShowPlaces }>(() => {
    const calls = logCalls(file);
    return filter === '' ? new WindowReader(calls) : new MatchReader(calls, new URLSearchParams(filter));
  }, [file, filter]);
  const source = useSyncExternalStore(reader.subscribe, () => reader.source);
  useEffect(() => {
    reader.open();
    return () => reader.close();
  }, [reader]);
  useEffect(() => reader.follow(isFollowing), [reader, isFollowing]);
  return { source, show: (first, last, count) => reader.show(first, last, count), retry: () => reader.wake() };
}
