import type { ServerDisk } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { diskChecked } from '../../../platform/health/index.ts';
import type { Logger } from '../../../platform/log/index.ts';

interface DiskNoticesDeps {
  readonly bus: EventBus;
  readonly database: Database;
  readonly log: Logger;
  /** Notifies all administrators. */
  notify(disk: ServerDisk): Promise<void>;
}

/** Notifies administrators once each time that a disk crosses a threshold, also over restarts; the database remembers it. */
export function sendDiskNotices({ bus, database, log, notify }: DiskNoticesDeps): void {
  const known = new Map<string, number>();
  const busy = new Set<string>();

  const follow = async (disk: ServerDisk) => {
    const before = await exchangeLevel(database, disk);
    known.set(disk.name, disk.level);
    if (before < disk.level) await notify(disk);
  };

  bus.subscribe(diskChecked, 'disk notices', (disk) => {
    if (known.get(disk.name) === disk.level || busy.has(disk.name)) return;
    busy.add(disk.name);
    follow(disk)
      // While the database is away no address is known; the next look tries again.
      .catch((err: unknown) =>
        log.warn({ err, disk: disk.name }, 'Administrators could not be notified of a full disk'),
      )
      .finally(() => busy.delete(disk.name));
  });
}

/** Notes the level of a disk and returns the one before, in one statement: of several servers at once only one gets an older one. */
async function exchangeLevel(database: Database, { name, level }: ServerDisk): Promise<number> {
  const { rows } = await database.pool.query<{ before: number }>(
    `INSERT INTO server_state (key, value) VALUES ($1, jsonb_build_object('level', $2::int, 'before', 0))
     ON CONFLICT (key) DO UPDATE SET updated_at = now(),
       value = jsonb_build_object('level', $2::int, 'before', server_state.value->'level')
     RETURNING (value->>'before')::int AS before`,
    [`disk_level:${name}`, level],
  );
  return rows[0]?.before ?? 0;
}
