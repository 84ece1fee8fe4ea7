import type { ListedServer, ServerStatus, SystemReport, SystemSamples } from '@cyno/contract';

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
      history: {
        packedMessages: 6_307_200,
        packedBytes: 21_000_000,
        rowMessages: 4_320,
        rowBytes: 630_000,
        rollupBytes: 9_000_000,
        refusedHours: 0,
        damagedHours: 0,
      },
    },
    clock: { jumps: [], future: { laterThan: Date.now() + 300_000, rows: 0, devices: 0, newestAt: null } },
    ...more,
  };
}

/** The figures of a server that has run for three days. */
export function systemReportOf(more: Partial<SystemReport> = {}): SystemReport {
  const now = Date.now();
  return {
    now,
    version: '0.2.0',
    newerVersion: null,
    nodeVersion: 'v24.1.0',
    platform: 'linux arm64',
    processors: 4,
    startedAt: now - 3 * 86_400_000,
    memory: { usedBytes: 210e6, heapBytes: 90e6, heapLimitBytes: 2e9, machineBytes: 4e9 },
    database: {
      version: '18.4',
      isEmbedded: true,
      sizeBytes: 480e6,
      connections: 9,
      maxConnections: 100,
      latencyMs: 0.6,
      slowQueries: 0,
      oldestTransactionMs: null,
    },
    boards: 12,
    servers: [],
    sizes: [
      { what: 'telemetry', bytes: 410e6, dayBytes: 5e6 },
      { what: 'wal', bytes: 160e6, dayBytes: 0 },
      { what: 'database_rest', bytes: 70e6, dayBytes: 1e5 },
      { what: 'logs', bytes: 12e6, dayBytes: null },
    ],
    disksFullIn: [{ disk: 'data folder', days: null }],
    queues: [
      { name: 'messages', used: 120, limit: 50_000 },
      { name: 'spool_bytes', used: 0, limit: 512 * 1024 ** 2 },
      { name: 'database_connections', used: 2, limit: 12 },
    ],
    jobs: [
      { name: 'telemetry.tidy', cron: '17 3 * * *', state: 'done', at: now - 3_600_000, ms: 800, error: null },
      { name: 'accounts.remove', cron: '7 3 * * *', state: 'done', at: now - 3_600_000, ms: 20, error: null },
    ],
    certificates: [
      {
        name: 'mqtt',
        subject: 'cyno',
        issuer: 'cyno',
        expiresAt: now + 900 * 86_400_000,
        isSelfSigned: true,
        renewsItself: false,
        names: ['localhost', '127.0.0.1'],
        startsAt: now - 100 * 86_400_000,
        renewsAt: null,
        failure: null,
      },
    ],
    errors: [],
    ...more,
  };
}

/** A sample for each minute of the last hours. */
export function systemSamplesOf(hours = 24): SystemSamples {
  const now = Date.now();
  return {
    samples: Array.from({ length: hours * 60 }, (_, index) => {
      const wave = Math.sin(index / 90);
      return {
        at: now - (hours * 60 - 1 - index) * 60_000,
        received: Math.round(700 + 200 * wave),
        stored: Math.round(690 + 200 * wave),
        lost: 0,
        delayMs: 2 + wave,
        memoryBytes: 210e6 + 8e6 * wave,
        databaseMs: 0.6 + wave / 5,
        databaseBytes: 470e6 + index * 7_000,
        spoolBytes: 0,
        diskFreeBytes: 75e9 - index * 20_000,
        boards: 12,
      };
    }),
  };
}

/** A server on standby that brings some clients to the one that serves. */
export function linkedServerOf(more: Partial<ListedServer> = {}): ListedServer {
  return {
    name: 'barn-2',
    version: '0.3.0',
    serves: false,
    since: Date.UTC(2026, 0, 2, 3, 4),
    address: '10.0.0.6',
    link: {
      boards: 128,
      pages: 14,
      messagesPerSecond: 25.6,
      delayMs: 1.2,
      clockAheadMs: -30,
      isClockOff: false,
      isDrained: false,
    },
    ...more,
  };
}

/** The server that serves, with clients of its own. */
export const servingServerOf = (more: Partial<ListedServer> = {}): ListedServer =>
  linkedServerOf({
    name: 'barn-1',
    serves: true,
    address: '10.0.0.5',
    link: {
      boards: 1_204,
      pages: null,
      messagesPerSecond: 240.8,
      delayMs: null,
      clockAheadMs: null,
      isClockOff: false,
      isDrained: false,
    },
    ...more,
  });
