import type { ServerStatus } from '@cyno/contract';

/** A server without problems, on a disk that is a quarter full. */
export function serverStatusOf(more: Partial<ServerStatus> = {}): ServerStatus {
  return {
    now: Date.now(),
    ready: true,
    problems: [],
    disks: [
      {
        name: 'data folder',
        path: '/var/lib/cyno/data',
        totalBytes: 100e9,
        freeBytes: 75e9,
        usedPercent: 25,
        level: 0,
        tooFull: false,
      },
    ],
    storage: {
      storedAt: Date.now(),
      pendingMessages: 0,
      spoolBytes: 0,
      spoolLimitBytes: 512 * 1024 ** 2,
      unreadable: [],
    },
    clock: { jumps: [], future: { laterThan: Date.now() + 300_000, rows: 0, devices: 0, newestAt: null } },
    ...more,
  };
}
