import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BoardFamily, boardFamily, maxPacketBytes } from '@cyno/device-protocol';
import { addRoutes } from './composition/add-routes.ts';
import type { Core, Ports } from './composition/core.ts';
import { createFeatures, createPeople, type Features } from './composition/create-features.ts';
import { createServerHealth, type Surroundings, watchDisks } from './composition/create-server-health.ts';
import type { Config } from './config.ts';
import { otaAddress } from './features/boards/firmware/index.ts';
import type { Links } from './features/dashboards/links/index.ts';
import type { Accounts } from './features/people/accounts/index.ts';
import type { ServerStatuses } from './features/people/server-status/index.ts';
import { createEmbeddedBroker, type DeviceBroker, loadTlsCertificate } from './platform/broker/index.ts';
import { EventBus } from './platform/bus/index.ts';
import { systemClock } from './platform/clock.ts';
import { openDataDirectory } from './platform/data-directory.ts';
import {
  type Database,
  databaseFailure,
  databaseStartError,
  failureTexts,
  migrate,
  openDatabase,
  reach,
  startEmbeddedPostgres,
} from './platform/database/index.ts';
import { EventLoopDelay } from './platform/event-loop/index.ts';
import type { DiskWatch } from './platform/health/index.ts';
import {
  createHttp,
  type Http,
  listen,
  newRequestShares,
  openNarrowPort,
  type ReservedShares,
} from './platform/http/index.ts';
import { createJobs } from './platform/jobs/index.ts';
import { type Logger, openLog } from './platform/log/index.ts';
import { createMetrics } from './platform/metrics/index.ts';
import { formatHost } from './platform/network-address.ts';
import { runForServer } from './platform/requester.ts';
import { createCounter } from './platform/throttle/index.ts';
import type { WorkShares } from './platform/work-budget/index.ts';

/** Where the running server is reached, as addresses such as `http://192.168.1.5:3000`. */
export interface Ready {
  readonly http: string;
  /** Null: switched off. */
  readonly mqtt: string | null;
  readonly mqtts: string;
  /** The port on which boards fetch firmware by https; null: switched off. */
  readonly otaPort: number | null;
  /** The one-time link for the first account, as long as there is none. */
  readonly setupUrl: string | null;
}

export interface App {
  /** Throws a StartError, after stopping what had started. */
  start(): Promise<Ready>;
  stop(): Promise<void>;
}

interface Part {
  stop(): Promise<void> | void;
}

const web = {
  app: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  docs: fileURLToPath(new URL('../../docs/dist', import.meta.url)),
};

/** What of an address must not wait for anything else that comes from it: logging in, what boards fetch, and what supervisors request. */
const reservedShares: ReservedShares = {
  '/api/auth/': 'log-in',
  '/api/ota/': 'boards',
  '/healthz': 'health',
  '/readyz': 'health',
};

/** Wrong tokens of one network for `/metrics`. */
const metricsTries = { name: 'metrics_from', points: 20, windowSeconds: 15 * 60 };

/** The composition root: makes every part, hands each what it needs, and starts and stops them in order. */
export function createApp(config: Config, surroundings: Surroundings = {}): App {
  /** What has started; stopped in the opposite order. */
  const started: Part[] = [];

  const stop = () => stopAll(started.splice(0).reverse());

  async function startCore(): Promise<{ core: Core; disks: DiskWatch; shares: WorkShares }> {
    const directory = await openDataDirectory(config.dataDirectory);
    started.push({ stop: () => directory.release() });
    const output = await openServerLog(config, directory.path);
    started.push({ stop: () => output.close() });
    const { log } = output;
    const metrics = createMetrics({ ofProcess: true });
    const bus = new EventBus({ log: log.child({ part: 'bus' }) });
    const disks = watchDisks(config, { directory: directory.path, bus, log, metrics, ...surroundings });
    const { database, shares } = await startDatabase(config, { directory: directory.path, log, started });
    const jobs = createJobs(database, { log });
    const core = { config, dataDirectory: directory.path, log, metrics, database, jobs, clock: systemClock, bus };
    return { core, disks, shares };
  }

  async function startParts(): Promise<Ready> {
    const { core, disks, shares } = await startCore();
    const { log, jobs } = core;
    /** Addresses are known only when the ports are open. */
    const address: Ports & { http: string } = { http: '', httpPort: 0, tls: 0, plain: null, ota: null };
    const baseUrl = () => address.http;
    const people = createPeople(core, baseUrl);
    const { accounts } = people;
    const broker = await createBroker(core, (espid) => features.devices.devices.find(espid)?.family);
    const isDiskFull = () => disks.isTooFull;
    const features: Features = createFeatures(core, { ...people, broker, ports: address, baseUrl, isDiskFull });
    const { dataExports, devices, control, automation, firmware, billing, telemetry, live, virtualBoards } = features;
    const boards = [
      devices,
      features.sharing,
      control,
      billing,
      automation,
      firmware,
      features.boardHealth,
      features.imports,
    ];
    for (const part of [accounts, telemetry, ...boards, features.reports, live, dataExports, features.scopes]) {
      await part.start();
      started.push(part);
    }
    const ports = await broker.start(features.hooks);
    started.push(broker);
    Object.assign(address, { tls: ports.tlsPort, plain: ports.plainPort });
    const health = createServerHealth(core, { disks, telemetry, accounts });
    await health.start();
    started.push(health);
    const { serverStatuses } = health;
    const { links } = features.links;
    const { http, eventLoop } = await createWebServer(core, { accounts, broker, links, serverStatuses, shares });
    started.push({ stop: () => http.close() });
    const parts = { ...core, ...features, ...people, serverStatuses, eventLoop };
    await addRoutes(http, { ...parts, mqttPorts: () => address, baseUrl });

    await jobs.start();
    started.push(jobs);
    const port = await listen(http, { host: config.host, port: config.port, setting: 'PORT' });
    const ota = await openOtaPort(core, http);
    if (ota) started.push(ota);
    address.ota = ota?.port ?? null;
    const ready = describeAddresses(config, { ...address, http: port });
    Object.assign(address, { http: ready.http, httpPort: port });
    // They download updates from the port that has just been opened.
    await virtualBoards.start();
    started.push(virtualBoards);
    log.info({ part: 'server', node: process.version, ...ready }, 'Cyno is running');
    started.push({ stop: () => log.info({ part: 'server' }, 'Cyno stops') });
    const code = await accounts.setupCode();
    return { ...ready, setupUrl: code === null ? null : `${ready.http}/auth/login?setup=${code}` };
  }

  return {
    stop,
    start: () =>
      startParts().catch(async (error: unknown) => {
        await stop();
        throw databaseStartError(error) ?? error;
      }),
  };
}

async function openServerLog({ logLevel, unknownSettings }: Config, dataDirectory: string) {
  const output = await openLog({ level: logLevel, directory: join(dataDirectory, 'logs') });
  for (const sentence of unknownSettings) output.log.warn({ part: 'server' }, sentence);
  return output;
}

/** Opens the database with its schema up to date: the embedded PostgreSQL, unless the operator has one. */
async function startDatabase(
  { databaseUrl }: Config,
  { directory, log, started }: { directory: string; log: Logger; started: Part[] },
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
  await migrate(database);
  return { database, shares };
}

/** A part that does not stop must not keep the others from writing what they hold. */
async function stopAll(parts: readonly Part[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) {
    try {
      await part.stop();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some parts did not stop as they should.');
}

async function createWebServer(
  { config, log, metrics, database, clock }: Core,
  parts: {
    accounts: Accounts;
    broker: DeviceBroker;
    links: Pick<Links, 'framersOf'>;
    serverStatuses: Pick<ServerStatuses, 'problems'>;
    shares: WorkShares;
  },
): Promise<{ http: Http; eventLoop: EventLoopDelay }> {
  const { accounts, broker, links, serverStatuses, shares } = parts;
  const http = await createHttp({
    log,
    metrics,
    authenticate: (token) => accounts.authenticate(token),
    clock,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    metricsToken: config.metricsToken,
    metricsTries: createCounter(database, metricsTries),
    analytics: config.analyticsId !== null,
    mapTilesOrigin: config.mapTiles && new URL(config.mapTiles.url).origin,
    embedOrigins: config.embedOrigins,
    checks: {
      database: () => isReachable(database),
      broker: async () => broker.isListening(),
    },
    problems: () => serverStatuses.problems(),
    web: { ...web, framersOf: (token) => links.framersOf(token) },
    shares,
    reservedShares,
  });
  const eventLoop = new EventLoopDelay({ metrics });
  eventLoop.start();
  http.addHook('onClose', async () => eventLoop.stop());
  return { http, eventLoop };
}

/** True when the database responds, otherwise why it does not. */
async function isReachable({ pool }: Database): Promise<boolean | string> {
  try {
    // Whatever requests it: busy accounts are no failure of the database.
    return (await runForServer(() => pool.query('SELECT 1'))).rowCount === 1;
  } catch (error) {
    const failure = databaseFailure(error);
    return failure === undefined ? false : failureTexts[failure];
  }
}

const certificateOf = ({ config, dataDirectory }: Core) =>
  loadTlsCertificate({ certPath: config.tls?.cert, keyPath: config.tls?.key, dataDirectory });

/** Where boards fetch firmware; null: switched off. Nothing else is served there. */
async function openOtaPort(core: Core, http: Http) {
  const { ota } = core.config;
  if (ota === null) return null;
  const certificate = await certificateOf(core);
  return openNarrowPort(http, { ...ota, setting: 'OTA_PORT', certificate, path: otaAddress });
}

async function createBroker(
  core: Core,
  chosenFamily: (espid: string) => BoardFamily | undefined,
): Promise<DeviceBroker> {
  const { config, log, metrics, clock } = core;
  const tls = await certificateOf(core);
  return createEmbeddedBroker({
    log: log.child({ part: 'broker' }),
    metrics,
    clock,
    tls,
    tlsHost: config.mqtt.tls.host,
    tlsPort: config.mqtt.tls.port,
    plainHost: config.mqtt.plain?.host ?? '',
    plainPort: config.mqtt.plain?.port ?? null,
    maxPacketBytes: (espid) => maxPacketBytes(chosenFamily(espid) ?? boardFamily(espid)),
  });
}

/** How people and boards of the network reach the open ports. */
function describeAddresses(config: Config, ports: Ports & { http: number }): Omit<Ready, 'setupUrl'> {
  const { tls, plain } = config.mqtt;
  return {
    http: config.publicUrl ?? `http://${formatHost(config.host)}:${ports.http}`,
    mqtt: plain === null || ports.plain === null ? null : `mqtt://${formatHost(plain.host)}:${ports.plain}`,
    mqtts: `mqtts://${formatHost(tls.host)}:${ports.tls}`,
    otaPort: ports.ota,
  };
}
