import type { ServerDisk } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { diskChecked } from '../../../platform/health/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { exchangeLevel } from './disk-levels.repository.ts';

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
