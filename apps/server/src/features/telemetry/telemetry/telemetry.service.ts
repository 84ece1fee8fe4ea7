import type {
  DeviceVariable,
  HistoryQuery,
  HistoryResponse,
  LivePoint,
  SparklineResponse,
  StatisticsQuery,
  StatisticsResponse,
  ValuesAt,
} from '@cyno/contract';
import type pg from 'pg';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Problem } from '../../../platform/health/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import { Exports } from '../exports/index.ts';
import {
  FutureRowsService,
  History,
  HistoryRepository,
  readPastValues,
  readSparklines,
  readStoredPoints,
  Statistics,
  StatisticsRepository,
  type StoredPoints,
} from '../history/index.ts';
import type { TelemetryWriter } from '../ingest/index.ts';
import {
  createStorage,
  createTelemetryMetrics,
  ImportWriter,
  type StorageReport,
  TelemetryIngest,
} from '../ingest/index.ts';
import { Retention, Rollups, readOldest, retentionRepository, VariableRetention } from '../storage/index.ts';
import type { IngestInput, IngestResult, TelemetryLimits } from '../variables/index.ts';
import {
  Calibrations,
  calibrationsRepository,
  DeviceRegistry,
  loadNewest,
  saveNewest,
  telemetryRepository,
  VariableDisplaySettings,
  VariableNotices,
} from '../variables/index.ts';

const saveEveryMs = 10_000;
/** Partitions are made this far ahead, so that none has to be made while messages wait for it. */
const partitionsAheadMs = 45 * 24 * 3_600_000;

export interface TelemetryDeps {
  database: Database;
  /** Where messages go while the database is away. */
  spoolDirectory: string;
  bus: EventBus;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  limits: TelemetryLimits;
  jobs: Pick<Jobs, 'schedule'>;
  /** True when the disk of the data has too little space. */
  isDiskFull?: () => boolean;
}

/** What boards measure: taken in, shown live, stored, rolled up, removed in time, and read again. */
export interface Telemetry {
  /** Takes a message of an accepted board; never throws and never waits. */
  ingest(input: IngestInput): IngestResult;
  /** Counts a message of a paused device: it is taken, and neither shown nor stored. */
  leaveOut(reason: 'paused'): void;
  /** The variables of a device with their newest values. */
  variables(deviceId: number): DeviceVariable[];
  readonly displaySettings: VariableDisplaySettings;
  readonly calibrations: Calibrations;
  readonly retention: VariableRetention;
  /** Takes in what comes from files. */
  readonly imports: ImportWriter;
  /** The points of the last minute, at most 150. */
  recent(deviceId: number): LivePoint[];
  history(deviceId: number, query: HistoryQuery): Promise<HistoryResponse>;
  /** The newest values of a device at an instant of the past. */
  valuesAt(deviceId: number, at: number): Promise<ValuesAt>;
  /** Since when there are messages and rollups of an account, ms since the epoch; null: there are none. */
  oldest(accountId: number): Promise<{ raw: number | null; rollup: number | null }>;
  sparklines(
    devices: readonly { id: number; espid: string }[],
    query: { minutes: number; points: number },
  ): Promise<SparklineResponse>;
  /** The instants of the first and the last message of a device, ms since the epoch; undefined when there is none. */
  span(deviceId: number): Promise<readonly [first: number, last: number] | undefined>;
  /**
   * The stored points of some variables in order, some thousand at a time: messages where they are stored and not too many,
   * otherwise averages of a minute.
   */
  storedPoints(
    deviceId: number,
    range: { from: number; to: number; keys: readonly string[] },
  ): AsyncGenerator<StoredPoints>;
  /** Figures of a range of each variable that has numbers. */
  statistics(deviceId: number, query: StatisticsQuery): Promise<StatisticsResponse>;
  /** All messages of a range as the text of a file, piece by piece. */
  export(deviceId: number, query: { from: number; to: number; format: 'csv' | 'json' }): AsyncGenerator<string>;
  /** Files of what devices measured. */
  readonly exports: Exports;
  /** What is wrong with storing now; while one is failing, nothing is stored. */
  problems(): Promise<Problem[]>;
  storageReport(): StorageReport;
  /** Messages that are dated later than now. */
  readonly futureRows: FutureRowsService;
  /** Brings the rollups up to date; a job does this each minute. */
  updateRollups(): Promise<void>;
  /** Removes what plans and the limits of variables do not keep; a job does this each night. */
  removeOld(): Promise<void>;
  /** Loads the variables of all devices, and replays the spool. To be called before boards can connect. */
  start(): Promise<void>;
  /** Stores or spools all that was accepted. To be called when no board can send any more. */
  stop(): Promise<void>;
}

/** What reads the stored messages. */
function createReaders(pool: pg.Pool, deps: { registry: DeviceRegistry; writer: TelemetryWriter; clock: Clock }) {
  const repository = new HistoryRepository(pool);
  const finder = new StatisticsRepository(pool);
  const history = new History({ repository, ...deps });
  const statistics = new Statistics({ repository, finder, ...deps });
  return { repository, history, statistics, exports: new Exports({ repository, finder, history, ...deps }) };
}

/** Makes the feature and schedules its jobs. */
export function createTelemetry(deps: TelemetryDeps): Telemetry {
  const { bus, clock, log, limits, jobs } = deps;
  const { pool } = deps.database;
  const metrics = createTelemetryMetrics(deps.metrics);
  const notices = new VariableNotices(bus);
  const registry = new DeviceRegistry(clock, notices);
  const storage = createStorage({ ...deps, registry, telemetryMetrics: metrics });
  const { store, writer } = storage;
  const ingest = new TelemetryIngest({ registry, writer, bus, clock, metrics, limits });
  const { repository, history, statistics, exports } = createReaders(pool, { registry, writer, clock });
  const newest = { registry, repository: telemetryRepository(pool), log };
  const rollups = new Rollups({ pool, store, registry, clock, log, limits });
  const calibrations = new Calibrations({ registry, repository: calibrationsRepository(pool), clock, notices });
  const variableRetention = new VariableRetention({
    registry,
    clock,
    log,
    limits,
    notices,
    repository: retentionRepository(pool),
  });
  const futureRows = new FutureRowsService({ pool, registry, clock, log });
  const retention = new Retention({ pool, store, registry, clock, log, limits });
  let timer: NodeJS.Timeout | undefined;

  const cleanup = async () => {
    for (const device of registry.all()) device.recent.prune(clock.now());
    await saveNewest(newest);
  };
  const removeOld = async () => {
    await retention.run();
    await variableRetention.removeOld();
  };
  jobs.schedule('telemetry.roll-up', '* * * * *', () => rollups.run());
  jobs.schedule('telemetry.retention', '41 2 * * *', removeOld);
  jobs.schedule('telemetry.partitions', '11 * * * *', () =>
    store.prepare(clock.now(), clock.now() + partitionsAheadMs),
  );

  return {
    ingest: (input) => ingest.ingest(input),
    leaveOut(reason) {
      metrics.leftOut.inc({ reason });
    },
    variables: (deviceId) => registry.find(deviceId)?.describe() ?? [],
    displaySettings: new VariableDisplaySettings({ ...newest, limits }),
    calibrations,
    retention: variableRetention,
    imports: new ImportWriter({ store, registry, limits }),
    recent: (deviceId) => registry.find(deviceId)?.recent.list(clock.now()) ?? [],
    history: (deviceId, query) => history.read(deviceId, query),
    valuesAt: (deviceId, at) => readPastValues({ pool, registry }, deviceId, at),
    oldest: (accountId) => readOldest(pool, accountId),
    sparklines: (devices, query) => readSparklines({ pool, registry, clock }, { devices, ...query }),
    span: (deviceId) => repository.span(deviceId),
    storedPoints: (deviceId, { from, to, keys }) =>
      readStoredPoints({ repository, registry }, { deviceId, from, to }, keys),
    statistics: (deviceId, query) => statistics.read(deviceId, query),
    export: (deviceId, query) => exports.text(deviceId, query),
    exports,
    problems: () => storage.problems(),
    storageReport: () => storage.report(),
    futureRows,
    updateRollups: () => rollups.run(),
    removeOld,
    async start() {
      await loadNewest(newest, clock.now());
      await calibrations.load();
      await storage.open();
      await store.prepare(clock.now(), clock.now() + partitionsAheadMs);
      storage.start();
      notices.start();
      timer = setInterval(() => void cleanup(), saveEveryMs);
    },
    async stop() {
      clearInterval(timer);
      notices.stop();
      await storage.stop();
      await saveNewest(newest);
    },
  };
}
