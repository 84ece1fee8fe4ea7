import { call } from '../../../lib/api/api-client.ts';

/** The API's address of something below a device; parameters that are undefined are left out. */
export function deviceApiPath(
  espid: string,
  rest: string,
  params: Record<string, string | number | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value));
  return `/api/device/${encodeURIComponent(espid)}/${rest}?${query}`;
}

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
