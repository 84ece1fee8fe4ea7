import { call } from '../../../lib/api/api-client.ts';

type HistoryCall = {
  /** ms since the epoch. */
  from: number;
  to: number;
  /** All variables unless given. */
  keys?: readonly string[];
  /** How many points the screen can show. */
  points: number;
};

/** Reads history of a device's variables. */
export function fetchHistory(espid: string, { from, to, keys, points }: HistoryCall, signal: AbortSignal) {
  // A name with a comma cannot be part of a list of names: then all are fetched.
  const chosen = keys?.some((key) => key.includes(',')) ? undefined : keys?.join(',');
  const query = { from, to, keys: chosen, points };
  return call('GET /api/device/:espid/history', { params: { espid }, query, signal });
}
