/** Of how many days, weeks and months the newest backup is retained. */
export interface Retention {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

interface Dated {
  /** ms since the epoch. */
  readonly at: number;
}

const weekMs = 7 * 86_400_000;
/** 1970 began on a Thursday; weeks begin on Monday. */
const mondayOffsetMs = 3 * 86_400_000;

/** The names of the spans that an instant is in, in UTC. */
const spans = {
  days: (at: number) => new Date(at).toISOString().slice(0, 10),
  weeks: (at: number) => Math.floor((at + mondayOffsetMs) / weekMs),
  months: (at: number) => new Date(at).toISOString().slice(0, 7),
};

/** The backups that are not retained: of each of the newest days, weeks and months that have any, the newest one is. The newest always stays. */
export function outdated<Backup extends Dated>(backups: readonly Backup[], retention: Retention): Backup[] {
  const newestFirst = [...backups].sort((one, other) => other.at - one.at);
  const retained = new Set(newestFirst.slice(0, 1));
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const seen = new Set<string | number>();
    for (const backup of newestFirst) {
      const span = spans[unit](backup.at);
      if (seen.has(span) || seen.size >= retention[unit]) continue;
      seen.add(span);
      retained.add(backup);
    }
  }
  return newestFirst.filter((backup) => !retained.has(backup));
}
