import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Core, Ports } from '../core.ts';
import { AddressList } from '../platform/address-list.ts';
import { finishRestore } from '../platform/backup/index.ts';
import { createEmbeddedBroker, type DeviceBroker } from '../platform/broker/index.ts';
import { EventBus } from '../platform/bus/index.ts';
import { SharedCertificates } from '../platform/certificates/index.ts';
import { systemClock } from '../platform/clock.ts';
import { Nats } from '../platform/cluster/index.ts';
import { leastFreeBytes, openDataDirectory } from '../platform/data-directory.ts';
import {
  type Database,
  newTag,
  openDatabase,
  type Reads,
  Replica,
  reach,
  readsOf,
  SoleServer,
  startEmbeddedPostgres,
} from '../platform/database/index.ts';
import { Certificates, DiskWatch, Problems, type ReadSpace, TrustedClock } from '../platform/health/index.ts';
import { newRequestShares } from '../platform/http/index.ts';
import { createJobs } from '../platform/jobs/index.ts';
import { type Logger, openLog } from '../platform/log/index.ts';
import { createMetrics, Queues } from '../platform/metrics/index.ts';
import type { StartError } from '../platform/start-error.ts';
import type { WorkShares } from '../platform/work-budget/index.ts';
import { Cluster } from './cluster.ts';
import { createHttps, type Https } from './https.ts';
import { OnStandby } from './on-standby.ts';
import type { Started } from './started.ts';
import { type UpgradeSnapshot, upgradeDatabase } from './upgrade-database.ts';

/** What tests put in the place of the machine. */
export interface Surroundings {
  readonly readSpace?: ReadSpace;
}

/** Where the server is reached; filled when the ports are open. */
export type Address = { -readonly [Name in keyof Ports]: Ports[Name] } & { http: string };

/** Starts what every feature stands on; what has started is in `started` also when it throws. */
export async function startCore(
  config: Config,
  {
    started,
    surroundings,
    onTaken,
    onUpgrade,
    onRestart,
    onHandOver,
    onWaiting,
    handsOver,
  }: {
    started: Started;
    surroundings: Surroundings;
    onTaken(error: StartError): void;
    onUpgrade(snapshot: UpgradeSnapshot): void;
    onRestart(): void;
    onHandOver(): void;
    onWaiting(serving: string): void;
    /** Another server is to serve, if one waits. */
    handsOver: boolean;
  },
): Promise<{
  core: Core;
  address: Address;
  disks: DiskWatch;
  shares: WorkShares;
  https: Https;
  onStandby: OnStandby;
  /** Null: there is nothing between the servers but the database. */
  cluster: Cluster | null;
}> {
  const directory = await openDataDirectory(config.dataDirectory);
  started.add({ stop: () => directory.release() });
  const dataDirectory = directory.path;
  const metrics = createMetrics({ ofProcess: true });
  const output = await openServerLog(config, { dataDirectory, metrics });
  started.add({ stop: () => output.close() });
  const { log, recentErrors } = output;
  const restored = await finishRestore(dataDirectory, { databaseUrl: config.databaseUrl, log });
  if (restored) log.warn(restored);
  const bus = new EventBus({ log: log.child({ part: 'bus' }) });
  const problems = new Problems({ log: log.child({ part: 'server' }), clock: systemClock });
  const disks = watchDisks(config, { directory: dataDirectory, log, metrics, ...surroundings });
  const nats = await connectNats(config, { log, started });
  const { database, shares, sole, onStandby } = await startDatabase(config, {
    directory: dataDirectory,
    log,
    started,
    onTaken,
    onUpgrade,
    onWaiting,
    handsOver,
    nats,
  });
  const cluster = nats && new Cluster(nats, { database, log: log.child({ part: 'server' }) });
  if (cluster) problems.add('servers', () => cluster.problems());
  const reads = startReads(config, { database, shares, log, started, problems });
  const trustedClock = new TrustedClock({ database, clock: systemClock, log: log.child({ part: 'clock' }) });
  problems.add('trusted clock', () => trustedClock.problems());
  const jobs = createJobs(database, { log, metrics, mayRemove: () => trustedClock.mayRemove });
  const httpsLog = log.child({ part: 'https' });
  const shared = config.serverName === null ? null : new SharedCertificates({ database, dataDirectory, log: httpsLog });
  await shared?.load();
  const https = await createHttps(config, { dataDirectory, log: httpsLog, clock: systemClock });
  await shared?.start();
  started.add({ stop: () => shared?.stop() }, { stop: () => https.source?.stop() });
  const broker = createBroker(config, { https, log, metrics });
  const certificates = new Certificates({ clock: systemClock, metrics });
  certificates.add('mqtt', () => ({ cert: https.boards.cert, renewsItself: false }));
  certificates.add('web', () => https.inUse());
  certificates.add('root', () => {
    const root = https.home?.root();
    return root ? { cert: root.cert, renewsItself: false } : undefined;
  });
  problems.add('https', () => https.problems());
  const address: Address = { http: '', httpPort: 0, tls: 0, plain: null, ota: null };
  const core: Core = {
    config,
    dataDirectory,
    log,
    recentErrors,
    metrics,
    database,
    reads,
    jobs,
    clock: systemClock,
    mayRemoveByAge: () => trustedClock.mayRemove,
    bus,
    broker,
    ports: address,
    baseUrl: () => address.http,
    routes: [],
    problems,
    certificates,
    homeAuthority: https.home,
    queues: new Queues(metrics),
    restart: onRestart,
    serves: () => sole.serves,
    handOver: onHandOver,
    cluster,
    parts: [trustedClock],
  };
  return { core, address, disks, shares, https, onStandby, cluster };
}

/** Null: there is nothing between the servers but the database. Throws a StartError when NATS refuses this one. */
async function connectNats(
  { natsUrls, serverName }: Config,
  { log, started }: { log: Logger; started: Started },
): Promise<Nats | null> {
  if (natsUrls === null) return null;
  const nats = new Nats({ urls: natsUrls, name: `cyno ${serverName}`, log: log.child({ part: 'nats' }) });
  started.add(nats);
  await nats.start();
  return nats;
}

async function openServerLog(
  { logLevel, logTo, unusedSettings }: Config,
  { dataDirectory, metrics }: Pick<Core, 'dataDirectory' | 'metrics'>,
) {
  const output = await openLog({ level: logLevel, directory: join(dataDirectory, 'logs'), to: logTo, metrics });
  for (const sentence of unusedSettings) output.log.warn({ part: 'server' }, sentence);
  return output;
}

interface DatabaseSurroundings {
  readonly directory: string;
  readonly log: Logger;
  readonly started: Started;
  readonly handsOver: boolean;
  readonly nats: Nats | null;
  onTaken(error: StartError): void;
  /** The schema changed, and this was made before. */
  onUpgrade(snapshot: UpgradeSnapshot): void;
  onWaiting(serving: string): void;
}

/** Opens the database with its schema up to date: the embedded PostgreSQL, unless the operator has one. Of several servers, when it is its turn. */
async function startDatabase(
  config: Config,
  { directory, log, started, onTaken, onUpgrade, ...surroundings }: DatabaseSurroundings,
): Promise<{
  database: Database;
  shares: WorkShares;
  sole: SoleServer;
  onStandby: OnStandby;
}> {
  const databaseLog = log.child({ part: 'database' });
  let url = config.databaseUrl;
  if (url === null) {
    const postgres = await startEmbeddedPostgres({
      directory: join(directory, 'postgres'),
      log: databaseLog,
      archives: config.backup.walDays > 0,
    });
    started.add(postgres);
    url = postgres.url;
  }
  const shares = newRequestShares();
  const database = openDatabase(url, { log: databaseLog, shares, tag: config.serverName === null ? null : newTag() });
  started.add({ stop: () => database.close() });
  // The start may wait long for a query, such as one for a table that another connection holds.
  started.cancelled.addEventListener('abort', () => database.cut());
  // Of several servers one must be on standby when the database is back.
  await reach(database, url, config.serverName === null ? undefined : Number.POSITIVE_INFINITY);
  const onStandby = new OnStandby(config, { log, database, dataDirectory: directory, ...surroundings });
  const sole = new SoleServer(database, { log: databaseLog, standby: onStandby.standby, onTaken });
  // For a start that fails while clients wait; once they are taken, `createApp` stops it before the broker.
  started.add({ stop: () => onStandby.stopFront() }, sole, onStandby);
  await sole.start();
  await onStandby.endWaiting();
  const snapshot = await upgradeDatabase({
    config,
    dataDirectory: directory,
    database,
    url,
    log: databaseLog,
    signal: started.cancelled,
  });
  if (snapshot) onUpgrade(snapshot);
  await sole.begin();
  return { database, shares, sole, onStandby };
}

/** Reading history: from the replica, where the operator has one. */
function startReads(
  { databaseReplicaUrl: url }: Config,
  {
    database,
    shares,
    log,
    started,
    problems,
  }: Pick<Core, 'database' | 'log' | 'problems'> & { shares: WorkShares; started: Started },
): Reads {
  if (url === null) return readsOf(database.pool);
  const replicaLog = log.child({ part: 'database' });
  const replica = new Replica({
    primary: database,
    replica: openDatabase(url, { log: replicaLog, shares, tag: database.tag }),
    clock: systemClock,
    log: replicaLog,
  });
  started.add(replica);
  replica.start();
  problems.add('replica', () => {
    const since = replica.unusedSince;
    if (since === null) return [];
    return [{ part: 'database', severity: 'warning', reason: 'replica_away', values: {}, since }];
  });
  return replica;
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

function createBroker(
  config: Config,
  { https, log, metrics }: { https: Https } & Pick<Core, 'log' | 'metrics'>,
): DeviceBroker {
  const { proxied } = config.mqtt;
  return createEmbeddedBroker({
    log: log.child({ part: 'broker' }),
    metrics,
    clock: systemClock,
    tls: https.boards,
    tlsHost: config.mqtt.tls.host,
    tlsPort: config.mqtt.tls.port,
    plainHost: config.mqtt.plain?.host ?? '',
    plainPort: config.mqtt.plain?.port ?? null,
    proxied: proxied && { port: proxied.port, proxies: new AddressList(proxied.proxies) },
  });
}
