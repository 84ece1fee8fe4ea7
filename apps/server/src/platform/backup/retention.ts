import type { BackupKind } from './stored-backup.ts';

/** Of how many days, weeks and months the newest backup is retained. */
export interface Retention {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

interface Dated {
  /** ms since the epoch. */
  readonly at: number;
  readonly kind: BackupKind;
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** 1970 began on a Thursday; weeks begin on Monday. */
const mondayOffsetMs = 3 * dayMs;

/** The names of the spans that an instant is in, in UTC. */
const spans = {
  days: (at: number) => new Date(at).toISOString().slice(0, 10),
  weeks: (at: number) => Math.floor((at + mondayOffsetMs) / weekMs),
  months: (at: number) => new Date(at).toISOString().slice(0, 7),
};

/**
 * The backups that are not retained: of each of the newest days, weeks and months that have any, the newest one is. Beside these the newest of
 * all stays, and for as many days what somebody made by hand, or an upgrade: it stands for a moment before a change, which no other one does.
 */
export function outdated<Backup extends Dated>(backups: readonly Backup[], retention: Retention): Backup[] {
  const newestFirst = [...backups].sort((one, other) => other.at - one.at);
  const [newest] = newestFirst;
  const recent = (newest?.at ?? 0) - retention.days * dayMs;
  const isExtra = ({ kind, at }: Backup) => kind !== 'planned' && at > recent;
  const retained = new Set(newestFirst.filter((backup) => backup === newest || isExtra(backup)));
  const counted = newestFirst.filter((backup) => !isExtra(backup));
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const seen = new Set<string | number>();
    for (const backup of counted) {
      const span = spans[unit](backup.at);
      if (seen.has(span) || seen.size >= retention[unit]) continue;
      seen.add(span);
      retained.add(backup);
    }
  }
  return newestFirst.filter((backup) => !retained.has(backup));
}
