import { tmpdir } from 'node:os';
import { loadConfig } from '../src/config.ts';
import type { Core } from '../src/core.ts';
import { EventBus } from '../src/platform/bus/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { readsOf } from '../src/platform/database/index.ts';
import { Certificates, Problems } from '../src/platform/health/index.ts';
import { RecentErrors } from '../src/platform/log/index.ts';
import { createMetrics, Queues } from '../src/platform/metrics/index.ts';
import { silentLogger } from './log.ts';

/** A core for tests of single features: its broker has no boards, its jobs never run, and the test adds routes and starts parts. */
export function testCore({
  broker,
  ...parts
}: Partial<Omit<Core, 'broker'>> & { broker?: object } & Pick<Core, 'database'>): Core {
  const log = parts.log ?? silentLogger;
  const metrics = parts.metrics ?? createMetrics();
  const boards = {
    use: () => undefined,
    publishToBoard: () => false,
    disconnectBoard: () => undefined,
    session: () => undefined,
    ...broker,
  };
  return {
    config: loadConfig({}, tmpdir()),
    dataDirectory: tmpdir(),
    log,
    recentErrors: new RecentErrors(),
    metrics,
    jobs: {
      schedule: () => undefined,
      scheduleByAge: () => undefined,
      start: async () => undefined,
      stop: async () => undefined,
      report: async () => [],
      runAgain: async () => true,
    },
    clock: systemClock,
    mayRemoveByAge: () => true,
    bus: new EventBus({ log }),
    broker: boards as never,
    ports: { httpPort: 0, tls: 0, plain: null, ota: null },
    baseUrl: () => 'https://cyno.test',
    routes: [],
    problems: new Problems({ log, clock: systemClock }),
    certificates: new Certificates({ clock: systemClock, metrics: createMetrics() }),
    homeAuthority: null,
    queues: new Queues(createMetrics()),
    restart: () => undefined,
    serves: () => true,
    handOver: () => undefined,
    cluster: null,
    reads: readsOf(parts.database.pool),
    parts: [],
    ...parts,
  };
}
