import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boardFamily, maxPacketBytes } from '@cyno/device-protocol';
import { boardHooks } from './board-hooks.ts';
import type { Config } from './config.ts';
import { type Accounts, accountRoutes, createAccounts, newConnectionKey } from './features/accounts/index.ts';
import { createDevices, deviceRoutes } from './features/devices/index.ts';
import { Live, liveRoutes } from './features/live/index.ts';
import { createPairing, pairingRoutes } from './features/pairing/index.ts';
import { sketchRoutes } from './features/sketches/index.ts';
import { createTelemetry, telemetryRoutes } from './features/telemetry/index.ts';
import { createVirtualBoards, virtualBoardRoutes } from './features/virtual-boards/index.ts';
import { createEmbeddedBroker, type DeviceBroker, loadTlsCertificate } from './platform/broker/index.ts';
import { systemClock } from './platform/clock.ts';
import { openDataDirectory } from './platform/data-directory.ts';
import { type Database, migrate, openDatabase, reach, startEmbeddedPostgres } from './platform/database/index.ts';
import { createHttp, type Http, listen } from './platform/http/index.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import { createLogger, type Logger } from './platform/log/index.ts';
import { createMailer } from './platform/mail/index.ts';
import { createMetrics, type Metrics } from './platform/metrics/index.ts';
import { networkAddress } from './platform/network-address.ts';

/** Where the running server is reached, as addresses such as `http://192.168.1.5:3000`. */
export interface Ready {
  readonly http: string;
  /** Null: switched off. */
  readonly mqtt: string | null;
  readonly mqtts: string;
  /** The one-time link for the first account, as long as there is none. */
  readonly setupUrl: string | null;
}

export interface App {
  /** Throws a StartError, after stopping what had started. */
  start(): Promise<Ready>;
  stop(): Promise<void>;
}

/** The open ports of the broker; `plain` is null when it is switched off. */
interface Ports {
  tls: number;
  plain: number | null;
}

interface Part {
  stop(): Promise<void> | void;
}

/** What every part stands on. */
interface Ground {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly clock: typeof systemClock;
}

const web = {
  app: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  docs: fileURLToPath(new URL('../../docs/dist', import.meta.url)),
};

/** The composition root: makes every part, hands each what it needs, and starts and stops them in order. */
export function createApp(config: Config): App {
  /** What has started; stopped in the opposite order. */
  const started: Part[] = [];

  const stop = () => stopAll(started.splice(0).reverse());

  async function layGround(): Promise<Ground> {
    const directory = await openDataDirectory(config.dataDirectory);
    started.push({ stop: () => directory.release() });
    const log = await createLogger({ level: config.logLevel, directory: join(directory.path, 'logs') });
    let url = config.databaseUrl;
    if (url === null) {
      const postgres = await startEmbeddedPostgres({ directory: join(directory.path, 'postgres'), log });
      started.push(postgres);
      url = postgres.url;
    }
    const database = openDatabase(url, { log });
    started.push({ stop: () => database.close() });
    await reach(database, url);
    await migrate(database);
    const jobs = createJobs(database, { log });
    const metrics = createMetrics({ ofProcess: true });
    return { config, dataDirectory: directory.path, log, metrics, database, jobs, clock: systemClock };
  }

  async function startParts(): Promise<Ready> {
    const ground = await layGround();
    const { log, metrics, database, jobs } = ground;
    /** Addresses are known only when the ports are open. */
    const address: Ports & { http: string } = { http: '', tls: 0, plain: null };
    const accounts = createPeople(ground, () => address.http);
    const broker = await createBroker(ground);
    const features = createFeatures(ground, { accounts, broker, ports: address });
    const { devices, telemetry, live, virtualBoards, hooks } = features;

    for (const part of [accounts, telemetry, devices, live]) {
      await part.start();
      started.push(part);
    }
    const ports = await broker.start(hooks);
    started.push(broker);
    Object.assign(address, { tls: ports.tlsPort, plain: ports.plainPort });
    const http = await createHttp({
      log,
      metrics,
      authenticate: (token) => accounts.authenticate(token),
      trustProxy: config.trustProxy,
      publicUrl: config.publicUrl,
      metricsToken: config.metricsToken,
      checks: {
        database: async () => (await database.pool.query('SELECT 1')).rowCount === 1,
        broker: async () => broker.isListening(),
      },
      web,
    });
    started.push({ stop: () => http.close() });
    await addRoutes(http, { ...features, accounts, config, mqttPorts: () => address });

    await virtualBoards.start();
    started.push(virtualBoards);
    await jobs.start();
    started.push(jobs);
    const port = await listen(http, { host: config.host, port: config.port, setting: 'PORT' });
    const ready = describeAddresses(config, { ...address, http: port });
    address.http = ready.http;
    const code = await accounts.setupCode();
    return { ...ready, setupUrl: code === null ? null : `${ready.http}/auth/login?setup=${code}` };
  }

  return {
    stop,
    start: () =>
      startParts().catch(async (error: unknown) => {
        await stop();
        throw error;
      }),
  };
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

function createPeople({ config, dataDirectory, ...ground }: Ground, baseUrl: () => string): Accounts {
  const mailer = createMailer({ smtp: config.mail, outbox: join(dataDirectory, 'outbox'), log: ground.log });
  return createAccounts({ ...ground, mailer, signup: config.signup, baseUrl });
}

async function createBroker({ config, dataDirectory, log, metrics, clock }: Ground): Promise<DeviceBroker> {
  const tls = await loadTlsCertificate({ certPath: config.tls?.cert, keyPath: config.tls?.key, dataDirectory });
  return createEmbeddedBroker({
    log,
    metrics,
    clock,
    tls,
    tlsHost: config.mqtt.tls.host,
    tlsPort: config.mqtt.tls.port,
    plainHost: config.mqtt.plain?.host ?? '',
    plainPort: config.mqtt.plain?.port ?? null,
    maxPacketBytes: (espid) => maxPacketBytes(boardFamily(espid)),
  });
}

function createFeatures(
  ground: Ground,
  { accounts, broker, ports }: { accounts: Accounts; broker: DeviceBroker; ports: Ports },
) {
  const { config, dataDirectory, jobs } = ground;
  const telemetry = createTelemetry({
    ...ground,
    spoolDirectory: join(dataDirectory, 'spool'),
    limits: {
      storedIntervalMs: () => config.storedIntervalMs,
      rawDays: () => config.rawHistoryDays,
      rollupDays: () => null,
      spoolBytes: 512 * 1024 ** 2,
    },
  });
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const devices = createDevices({
    ...ground,
    broker,
    variablesOf: (deviceId) => telemetry.variables(deviceId),
    timeZoneOf: (accountId) => accounts.timeZoneOf(accountId) ?? ownZone,
  });
  const { pairing, login } = createPairing({
    ...ground,
    ...devices,
    broker,
    newConnectionKey,
    boardAccepted: (device, session) => devices.mqtt.accepted(device, session),
    findAccountByEmail: (email) => accounts.findAccountByEmail(email),
    findAccessToken: (token) => accounts.findAccessToken(token),
  });
  const live = new Live({
    ...ground,
    devices: devices.devices,
    pairing,
    publicUrl: config.publicUrl,
    authenticate: (token) => accounts.authenticate(token),
    recent: (deviceId) => telemetry.recent(deviceId),
    onPoint: (listener) => telemetry.subscribe(listener),
    onSessionEnded: (listener) => accounts.onSessionEnded(listener),
    onAccessTokenRevoked: (listener) => accounts.onAccessTokenRevoked(listener),
  });
  const virtualBoards = createVirtualBoards({
    ...ground,
    brokerAddress: () => loopbackAddress(config, ports),
    findSignIn: async (accountId) => {
      const account = await accounts.find(accountId);
      return account && { email: account.email, connectionKey: await pairing.connectionKey(accountId) };
    },
    hasDevice: (accountId, espid) => devices.devices.findOwned(accountId, espid) !== undefined,
    markVirtual: (accountId, espid, until) => devices.devices.setVirtual(accountId, espid, until),
  });
  accounts.onAccessTokenRevoked(({ accountId, tokenId }) => {
    broker.disconnectApps((session) => session.tokenId === tokenId);
    for (const espid of login.boardsOfToken(tokenId)) broker.disconnectBoard(espid, accountId);
  });
  jobs.schedule('devices.tidy', '17 3 * * *', () => devices.tidy());
  jobs.schedule('pairing.tidy', '27 3 * * *', () => pairing.tidy());
  const hooks = boardHooks({ ...devices, devicesMqtt: devices.mqtt, pairing, login, telemetry, log: ground.log });
  return { devices, pairing, telemetry, live, virtualBoards, hooks };
}

/** How people and boards of the network reach the open ports. */
function describeAddresses(config: Config, ports: Ports & { http: number }): Omit<Ready, 'setupUrl'> {
  const shown = (host: string) => (host === '0.0.0.0' || host === '::' ? networkAddress() : host);
  const { tls, plain } = config.mqtt;
  return {
    http: config.publicUrl ?? `http://${shown(config.host)}:${ports.http}`,
    mqtt: plain === null || ports.plain === null ? null : `mqtt://${shown(plain.host)}:${ports.plain}`,
    mqtts: `mqtts://${shown(tls.host)}:${ports.tls}`,
  };
}

/** How this process reaches its own broker: not encrypted when that port is open. */
function loopbackAddress({ mqtt }: Config, { tls, plain }: Ports): { host: string; port: number; tls: boolean } {
  const here = (host = '') => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);
  return plain === null
    ? { host: here(mqtt.tls.host), port: tls, tls: true }
    : { host: here(mqtt.plain?.host), port: plain, tls: false };
}

type Features = ReturnType<typeof createFeatures>;

async function addRoutes(
  http: Http,
  parts: Features & { accounts: Accounts; config: Config; mqttPorts(): Ports },
): Promise<void> {
  const { devices, pairing, telemetry, live, virtualBoards } = parts;
  accountRoutes(http, parts);
  deviceRoutes(http, { ...devices, pendingOf: (accountId) => pairing.pendingDevices(accountId) });
  pairingRoutes(http, { pairing, devices: devices.devices });
  telemetryRoutes(http, {
    telemetry,
    findDevice: (accountId, espid) => devices.devices.findOwned(accountId, espid),
    devicesOf: (accountId) => devices.devices.ofAccount(accountId),
  });
  sketchRoutes(http, { connectionKey: (accountId) => pairing.connectionKey(accountId) });
  virtualBoardRoutes(http, { virtualBoards });
  await liveRoutes(http, { live });
}
