import { join } from 'node:path';
import type { DeviceVariable, LivePoint, StoredHistory } from '@cyno/contract';
import { type Core, coreFor } from '../../../core.ts';
import type { Problem } from '../../../platform/health/index.ts';
import { ComputedVariables, computedRepository } from '../computed/index.ts';
import { Exports } from '../exports/index.ts';
import { FutureRowsService, TelemetryReader } from '../history/index.ts';
import {
  createStorage,
  createTelemetryMetrics,
  ImportWriter,
  type StorageReport,
  TelemetryIngest,
} from '../ingest/index.ts';
import { DamagedHours, HistorySize, Packer, packedHoursRepository, readStoredHistory } from '../packing/index.ts';
import {
  oldRowsRepository,
  Retention,
  Rollups,
  retentionRepository,
  rollupRepository,
  VariableRetention,
} from '../storage/index.ts';
import type { TelemetryLimits } from '../variables/index.ts';
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

interface TelemetryDeps {
  readonly limits: TelemetryLimits;
  /** True when the disk of the data has too little space. */
  readonly isDiskFull?: () => boolean;
}

/** What boards measure: taken in, shown live, stored, rolled up, removed in time, and read again. */
export interface Telemetry {
  readonly ingest: TelemetryIngest;
  /** Counts a message of a paused device: it is taken, and neither shown nor stored. */
  leaveOut(reason: 'paused'): void;
  /** The variables of a device with their newest values. */
  variables(deviceId: number): DeviceVariable[];
  readonly displaySettings: VariableDisplaySettings;
  readonly calibrations: Calibrations;
  /** Variables that formulas make of others. */
  readonly computed: ComputedVariables;
  readonly retention: VariableRetention;
  /** Takes in what comes from files. */
  readonly imports: ImportWriter;
  /** The points of the last minute, at most 150. */
  recent(deviceId: number): LivePoint[];
  /** Reads what is stored. */
  readonly reader: TelemetryReader;
  /** Files of what devices measured. */
  readonly exports: Exports;
  /** What is wrong with storing now; while one is failing, nothing is stored. */
  problems(): Promise<Problem[]>;
  storageReport(): StorageReport;
  /** Takes in what another server acknowledged and did not store, a record of its spool. */
  takeIn(record: Buffer): Promise<void>;
  /** How much history is stored, as of the last minutes; null when the database does not respond. */
  historySize(): Promise<StoredHistory | null>;
  /** Messages that are dated later than now. */
  readonly futureRows: FutureRowsService;
  /** Brings the rollups up to date; a job does this each minute. */
  updateRollups(): Promise<void>;
  /** Packs the hours that are over and settled; a job does this each ten minutes. */
  pack(): Promise<void>;
  /** Removes what plans and the limits of variables do not keep; a job does this each night. */
  removeOld(): Promise<void>;
  /** Loads the variables of all devices, and replays the spool. To be called before boards can connect. */
  start(): Promise<void>;
  /** Stores or spools all that was accepted. To be called when no board can send any more. */
  stop(): Promise<void>;
}

/** Makes the feature and schedules its jobs. */
export function createTelemetry(server: Core, { limits, ...given }: TelemetryDeps): Telemetry {
  const core = coreFor(server, 'telemetry');
  const { bus, clock, log, jobs, reads } = core;
  const { pool } = core.database;
  const metrics = createTelemetryMetrics(core.metrics);
  const notices = new VariableNotices(bus);
  const registry = new DeviceRegistry(clock, notices);
  const storage = createStorage({
    ...core,
    ...given,
    limits,
    registry,
    spoolDirectory: join(core.dataDirectory, 'spool'),
    telemetryMetrics: metrics,
  });
  const { store, writer } = storage;
  const ingest = new TelemetryIngest({ registry, writer, bus, clock, metrics, limits });
  const damaged = new DamagedHours({ clock, log });
  const reader = new TelemetryReader({ reads, registry, writer, clock, damaged });
  const newest = { registry, repository: telemetryRepository(pool), log };
  const rollups = new Rollups({ repository: rollupRepository(pool), store, registry, clock, log });
  const oldRows = oldRowsRepository(pool);
  const calibrations = new Calibrations({ registry, repository: calibrationsRepository(pool), clock, notices });
  const variableRetention = new VariableRetention({
    registry,
    clock,
    log,
    limits,
    notices,
    repository: retentionRepository(pool),
  });
  const displaySettings = new VariableDisplaySettings({ ...newest, limits });
  const computed = new ComputedVariables({
    registry,
    store,
    reader,
    writer,
    clock,
    log,
    notices,
    displaySettings,
    ingest,
    repository: computedRepository(pool),
  });
  const retention = new Retention({ repository: oldRows, store, registry, clock, log, limits });
  const packer = new Packer({ repository: packedHoursRepository(pool), store, clock, log, packed: metrics.packed });
  const futureRows = new FutureRowsService({ pool, registry, reader, clock, log, findPacked: () => packer.load() });
  const historySize = new HistorySize({ read: () => readStoredHistory(reads), packer, damaged, clock, log });
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
  jobs.schedule('telemetry.pack', '*/10 * * * *', () => packer.run());
  jobs.scheduleByAge('telemetry.retention', '41 2 * * *', removeOld);
  jobs.schedule('telemetry.partitions', '11 * * * *', () =>
    store.prepare(clock.now(), clock.now() + partitionsAheadMs),
  );

  const telemetry: Telemetry = {
    ingest,
    leaveOut(reason) {
      metrics.leftOut.inc({ reason });
    },
    variables: (deviceId) => registry.find(deviceId)?.describe() ?? [],
    displaySettings,
    calibrations,
    computed,
    retention: variableRetention,
    imports: new ImportWriter({ store, registry, clock, limits, repository: oldRows }),
    recent: (deviceId) => registry.find(deviceId)?.recent.list(clock.now()) ?? [],
    reader,
    exports: new Exports({ reader, registry }),
    problems: async () => [...(await storage.problems()), ...damaged.problems()],
    storageReport: () => storage.report(),
    takeIn: (record) => writer.takeIn(record),
    historySize: () => historySize.read(),
    futureRows,
    updateRollups: () => rollups.run(),
    pack: () => packer.run(),
    removeOld,
    async start() {
      await packer.load();
      await loadNewest(newest, clock.now());
      await calibrations.load();
      await computed.load();
      await storage.open();
      await store.prepare(clock.now(), clock.now() + partitionsAheadMs).catch((err: unknown) => {
        // Messages make the partitions that they need, and the job makes the others.
        log.warn({ err }, 'The partitions of the coming months could not be made yet');
      });
      storage.start();
      notices.start();
      computed.start();
      timer = setInterval(() => void cleanup(), saveEveryMs);
    },
    async stop() {
      clearInterval(timer);
      packer.stop();
      notices.stop();
      await computed.stop();
      await storage.stop();
      await computed.saveLast();
      await saveNewest(newest);
    },
  };
  core.parts.push(telemetry);
  return telemetry;
}
