import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Core, Ports } from '../core.ts';
import { createEmbeddedBroker, type DeviceBroker, loadTlsCertificate } from '../platform/broker/index.ts';
import { EventBus } from '../platform/bus/index.ts';
import { systemClock } from '../platform/clock.ts';
import { leastFreeBytes, openDataDirectory } from '../platform/data-directory.ts';
import {
  type Database,
  migrate,
  openDatabase,
  reach,
  SoleServer,
  startEmbeddedPostgres,
} from '../platform/database/index.ts';
import { DiskWatch, Problems, type ReadSpace } from '../platform/health/index.ts';
import { newRequestShares } from '../platform/http/index.ts';
import { createJobs } from '../platform/jobs/index.ts';
import { type Logger, openLog } from '../platform/log/index.ts';
import { createMetrics } from '../platform/metrics/index.ts';
import type { StartError } from '../platform/start-error.ts';
import type { WorkShares } from '../platform/work-budget/index.ts';

/** What tests put in the place of the machine. */
export interface Surroundings {
  readonly readSpace?: ReadSpace;
}

/** What has started, in that order. */
export type Started = { stop(): Promise<void> | void }[];

/** Where the server is reached; filled when the ports are open. */
export type Address = { -readonly [Name in keyof Ports]: Ports[Name] } & { http: string };

/** Starts what every feature stands on; what has started is in `started` also when it throws. */
export async function startCore(
  config: Config,
  {
    started,
    surroundings,
    onTaken,
  }: { started: Started; surroundings: Surroundings; onTaken(error: StartError): void },
): Promise<{ core: Core; address: Address; disks: DiskWatch; shares: WorkShares }> {
  const directory = await openDataDirectory(config.dataDirectory);
  started.push({ stop: () => directory.release() });
  const dataDirectory = directory.path;
  const output = await openServerLog(config, dataDirectory);
  started.push({ stop: () => output.close() });
  const { log } = output;
  const metrics = createMetrics({ ofProcess: true });
  const bus = new EventBus({ log: log.child({ part: 'bus' }) });
  const problems = new Problems({ log: log.child({ part: 'server' }), clock: systemClock });
  const disks = watchDisks(config, { directory: dataDirectory, log, metrics, ...surroundings });
  const { database, shares } = await startDatabase(config, { directory: dataDirectory, log, started, onTaken });
  const jobs = createJobs(database, { log });
  const broker = await createBroker(config, { dataDirectory, log, metrics });
  const address: Address = { http: '', httpPort: 0, tls: 0, plain: null, ota: null };
  const core: Core = {
    config,
    dataDirectory,
    log,
    metrics,
    database,
    jobs,
    clock: systemClock,
    bus,
    broker,
    ports: address,
    baseUrl: () => address.http,
    routes: [],
    problems,
    parts: [],
  };
  return { core, address, disks, shares };
}

async function openServerLog({ logLevel, unknownSettings }: Config, dataDirectory: string) {
  const output = await openLog({ level: logLevel, directory: join(dataDirectory, 'logs') });
  for (const sentence of unknownSettings) output.log.warn({ part: 'server' }, sentence);
  return output;
}

/** Opens the database with its schema up to date: the embedded PostgreSQL, unless the operator has one. */
async function startDatabase(
  { databaseUrl }: Config,
  {
    directory,
    log,
    started,
    onTaken,
  }: { directory: string; log: Logger; started: Started; onTaken(error: StartError): void },
): Promise<{ database: Database; shares: WorkShares }> {
  const databaseLog = log.child({ part: 'database' });
  let url = databaseUrl;
  if (url === null) {
    const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: databaseLog });
    started.push(postgres);
    url = postgres.url;
  }
  const shares = newRequestShares();
  const database = openDatabase(url, { log: databaseLog, shares });
  started.push({ stop: () => database.close() });
  await reach(database, url);
  const sole = new SoleServer(database, { log: databaseLog, onTaken });
  await sole.start();
  started.push(sole);
  await migrate(database);
  return { database, shares };
}

/** Watches the disk of the data directory and, when the database is in it and on one of its own, that as well. */
function watchDisks(
  { databaseUrl }: Config,
  { directory, log, ...parts }: { directory: string } & Pick<Core, 'log' | 'metrics'> & Surroundings,
): DiskWatch {
  const paths = {
    'data folder': directory,
    ...(databaseUrl === null && { database: join(directory, 'postgres') }),
  };
  return new DiskWatch({ ...parts, paths, leastFreeBytes, clock: systemClock, log: log.child({ part: 'server' }) });
}

/** The certificate of the encrypted ports. */
export const loadCertificate = ({ tls }: Config, dataDirectory: string) =>
  loadTlsCertificate({ certPath: tls?.cert, keyPath: tls?.key, dataDirectory });

async function createBroker(
  config: Config,
  { dataDirectory, log, metrics }: Pick<Core, 'dataDirectory' | 'log' | 'metrics'>,
): Promise<DeviceBroker> {
  return createEmbeddedBroker({
    log: log.child({ part: 'broker' }),
    metrics,
    clock: systemClock,
    tls: await loadCertificate(config, dataDirectory),
    tlsHost: config.mqtt.tls.host,
    tlsPort: config.mqtt.tls.port,
    plainHost: config.mqtt.plain?.host ?? '',
    plainPort: config.mqtt.plain?.port ?? null,
  });
}
