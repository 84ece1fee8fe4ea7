import type { Backup, Backups } from '@cyno/contract';

const at = Date.UTC(2026, 0, 2, 2, 30);

const backupOf = (changes: Partial<Backup> = {}): Backup => ({
  file: 'cyno-20260102T023000Z.tar.zst',
  bytes: 48_200_000,
  at,
  kind: 'planned',
  encrypted: false,
  version: '0.2.0',
  tookMs: 9_000,
  checked: { at: at + 60_000, tables: 77, rows: 812_345, tookMs: 14_000 },
  unchecked: null,
  ...changes,
});

/** Three backups, of which one could not be checked. */
export const backupsOf = (changes: Partial<Backups> = {}): Backups => ({
  target: '/mnt/backup/cyno',
  unreachable: null,
  pointInTime: null,
  every: 'day',
  at: '02:30',
  nextAt: at + 86_400_000,
  keep: { days: 7, weeks: 4, months: 6 },
  encrypted: true,
  running: null,
  lastRun: { startedAt: at, endedAt: at + 60_000, failure: null },
  backups: [
    backupOf({ encrypted: true }),
    backupOf({ file: 'cyno-20260101T120000Z.tar.zst', at: at - 50_000_000, kind: 'manual' }),
    backupOf({
      file: 'cyno-20260101T023000Z.tar.zst',
      at: at - 86_400_000,
      checked: null,
      unchecked: 'There was too little space to restore it: 200 MB are free, 900 MB are needed.',
    }),
  ],
  ...changes,
});
