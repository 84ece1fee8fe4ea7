import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Accounts } from '../features/people/accounts/index.ts';
import { ServerStatuses, sendDiskNotices } from '../features/people/server-status/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';
import type { EventBus } from '../platform/bus/index.ts';
import { systemClock } from '../platform/clock.ts';
import { leastFreeBytes } from '../platform/data-directory.ts';
import { ClockWatch, DiskWatch, type ReadSpace } from '../platform/health/index.ts';
import type { Logger } from '../platform/log/index.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import { type Core, coreFor } from './core.ts';

/** What tests put in the place of the machine. */
export interface Surroundings {
  readonly readSpace?: ReadSpace;
}

/** Watches the disk of the data directory and, when the database is in it and on one of its own, that as well. */
export function watchDisks(
  { databaseUrl }: Config,
  { directory, log, ...parts }: { directory: string; bus: EventBus; log: Logger; metrics: Metrics } & Surroundings,
): DiskWatch {
  const paths = {
    'data folder': directory,
    ...(databaseUrl === null && { database: join(directory, 'postgres') }),
  };
  return new DiskWatch({ ...parts, paths, leastFreeBytes, clock: systemClock, log: log.child({ part: 'server' }) });
}

/** What knows how the server is, and notifies administrators. */
export function createServerHealth(
  core: Core,
  { disks, telemetry, accounts }: { disks: DiskWatch; telemetry: Telemetry; accounts: Accounts },
) {
  const { bus, clock, log, database } = coreFor(core, 'server');
  const clockWatch = new ClockWatch({ clock, log });
  sendDiskNotices({ bus, database, log, notify: (disk) => accounts.notices.diskFilling(disk) });
  return {
    serverStatuses: new ServerStatuses({ clock, disks, clockWatch, telemetry }),
    async start(): Promise<void> {
      clockWatch.start();
      await disks.start();
    },
    stop(): void {
      clockWatch.stop();
      disks.stop();
    },
  };
}
