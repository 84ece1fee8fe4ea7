/** So much is shown on either side of what happened at least, ms. */
const leastAroundMs = 10 * 60_000;

interface Moment {
  readonly espid: string;
  /** The variable that it is about; null: the device itself. */
  readonly key: string | null;
  /** Since when it holds, and when its message was due; ms since the epoch. */
  readonly since: number;
  readonly at: number;
}

/**
 * The page of the web app that shows what happened: History of the device, with the variable, from as long before it began as it lasted to as
 * long after it, at least ten minutes.
 */
export function momentLink({ espid, key, since, at }: Moment): string {
  const around = Math.max(leastAroundMs, at - since);
  const query = new URLSearchParams({ from: String(since - around), to: String(at + around) });
  if (key !== null) query.set('v', `${espid}:${key}`);
  return `/device/${encodeURIComponent(espid)}/History?${query}`;
}
