import { addDeviceRoutes } from './composition/add-device-routes.ts';
import { addLiveRoutes } from './composition/add-live-routes.ts';
import { createLive } from './composition/create-live.ts';
import { disconnectUnauthorized } from './composition/cut-connections.ts';
import { type Address, type Surroundings, startCore } from './composition/start-core.ts';
import { Started } from './composition/started.ts';
import { type UpgradeSnapshot, undoUpgrade } from './composition/upgrade-database.ts';
import { forgetUpgrade } from './composition/upgrade-note.ts';
import { protectUsedGroups } from './composition/used-groups.ts';
import { addVariableUses } from './composition/variable-uses.ts';
import { acceptFor, createWebServer, openOtaPort } from './composition/web-server.ts';
import type { Config } from './config.ts';
import type { Core } from './core.ts';
import { createAlerts } from './features/automation/alerts/index.ts';
import { createAutomation } from './features/automation/automations/index.ts';
import { createBlueprints } from './features/automation/blueprints/index.ts';
import { createChats } from './features/automation/chats/index.ts';
import { createMessageActions } from './features/automation/message-actions/index.ts';
import { createNotifications } from './features/automation/notifications/index.ts';
import { createScenes } from './features/automation/scenes/index.ts';
import { createBoardClaims } from './features/boards/board-claims/index.ts';
import { createBoardHealth } from './features/boards/board-health/index.ts';
import { createControl } from './features/boards/control/index.ts';
import { createDeviceGroups } from './features/boards/device-groups/index.ts';
import { createDevices } from './features/boards/devices/index.ts';
import { createFirmware } from './features/boards/firmware/index.ts';
import { createPairing } from './features/boards/pairing/index.ts';
import { createSketches } from './features/boards/sketches/index.ts';
import { createVirtualBoards } from './features/boards/virtual-boards/index.ts';
import { createProjects } from './features/code/projects/index.ts';
import { createGuests } from './features/dashboards/dashboard-guests/index.ts';
import { createDashboardScenes } from './features/dashboards/dashboard-scenes/index.ts';
import { createSharedDashboards } from './features/dashboards/dashboard-scope/index.ts';
import { createDashboards } from './features/dashboards/dashboards/index.ts';
import { createLinks } from './features/dashboards/links/index.ts';
import { createPasses } from './features/dashboards/passes/index.ts';
import { createSharing } from './features/dashboards/sharing/index.ts';
import { createAccountData } from './features/people/account-data/index.ts';
import { createAccounts } from './features/people/accounts/index.ts';
import { createAdmin } from './features/people/admin/index.ts';
import { createAdminLogs } from './features/people/admin-logs/index.ts';
import { createBackups } from './features/people/backups/index.ts';
import { createBilling, createPlans } from './features/people/billing/index.ts';
import { createHomeTrust } from './features/people/home-trust/index.ts';
import { createIdentities } from './features/people/identities/index.ts';
import { createServerStatus } from './features/people/server-status/index.ts';
import { createTwoFactor } from './features/people/two-factor/index.ts';
import { createAnnotations } from './features/telemetry/annotations/index.ts';
import { createBoardReports } from './features/telemetry/board-reports/index.ts';
import { createImports } from './features/telemetry/imports/index.ts';
import { createLeftRecords } from './features/telemetry/left-records/index.ts';
import { createStoredHistory } from './features/telemetry/stored-history/index.ts';
import { createDeviceTelemetry, createTelemetry } from './features/telemetry/telemetry/index.ts';
import { databaseStartError, noteVersion } from './platform/database/index.ts';
import type { DiskWatch } from './platform/health/index.ts';
import { listen } from './platform/http/index.ts';
import { formatHost } from './platform/network-address.ts';
import { version } from './version.ts';

/** Where the running server is reached, as addresses such as `http://192.168.1.5:3000`. */
export interface Ready {
  readonly http: string;
  /** Null: switched off. */
  readonly mqtt: string | null;
  readonly mqtts: string;
  /** The port on which boards fetch firmware by https; null: switched off. */
  readonly otaPort: number | null;
  /** That without encryption. */
  readonly httpPort: number;
  /** The port of HTTPS; null: this server speaks none itself. */
  readonly httpsPort: number | null;
  /** HTTPS in the home network, such as `https://cyno.local`; null: its root is nobody's to install. */
  readonly homeUrl: string | null;
  /** The one-time link for the first account, as long as there is none. */
  readonly setupUrl: string | null;
}

export interface App {
  /** Throws a StartError, after stopping what had started. */
  start(): Promise<Ready>;
  /** A start that is under way is cancelled: it rejects. */
  stop(): Promise<void>;
  /** Resolves with the reason when the server cannot continue: another one took its database. It is to be stopped then. */
  readonly failed: Promise<Error>;
  /**
   * Resolves when the server is to be stopped and started again: with data that its start puts in place, or (`handsOver`) to wait until
   * another server has taken over.
   */
  readonly restarts: Promise<{ readonly handsOver: boolean }>;
}

export interface AppOptions {
  /** Another server that shares the database is to serve first, if one waits. */
  readonly handsOver?: boolean;
  /** Called when another server serves, by its name, such as `barn-1 0.2.0 (10.0.0.5)`: the start takes until that one ends. */
  onWaiting?(serving: string): void;
}

/** The composition root: makes every feature with what it needs of the others, and starts and stops them in order. */
export function createApp(config: Config, surroundings: Surroundings = {}, options: AppOptions = {}): App {
  const started = new Started();
  let starting: Promise<Ready> | undefined;
  const failed = Promise.withResolvers<Error>();
  const restarts = Promise.withResolvers<{ handsOver: boolean }>();
  /** Set when this start changed the schema: what to put back when it fails. */
  let snapshot: UpgradeSnapshot | undefined;

  async function startParts(): Promise<Ready> {
    const { core, address, disks, shares, https, onStandby, cluster } = await startCore(config, {
      started,
      surroundings,
      onTaken: failed.resolve,
      onRestart: () => restarts.resolve({ handsOver: false }),
      onHandOver: () => restarts.resolve({ handsOver: true }),
      onWaiting: (serving) => options.onWaiting?.(serving),
      handsOver: options.handsOver ?? false,
      onUpgrade: (made) => {
        snapshot = made;
      },
    });
    const { log, jobs, broker, parts } = core;
    const features = createFeatures(core, disks);
    const { accounts, notifications, virtualBoards } = features;
    for (const part of parts) {
      await part.start();
      started.add(part);
    }
    await onStandby.closeBoardPorts();
    const ports = await broker.start();
    // Boards of other servers are sent what is left for them before their links end.
    started.add({ stop: () => cluster?.stop() }, broker);
    Object.assign(address, { tls: ports.tlsPort, plain: ports.plainPort });
    const http = await createWebServer(core, { ...features, shares, https });
    started.add({ stop: () => http.close() });

    await jobs.start();
    started.add(jobs);
    // Until here pages wait, or show that the server starts, instead of nothing.
    await onStandby.stop();
    const port = await listen(http, { host: config.host, port: config.port, setting: 'PORT' });
    const encrypted = await https.open(http, config.host);
    if (encrypted) started.add(encrypted);
    const ota = await openOtaPort(core, { http, https });
    if (ota) started.add(ota);
    address.ota = ota?.port ?? null;
    const accept = acceptFor({ broker, http, ota });
    onStandby.deliver(accept);
    // Before the broker: a handshake that began while this server was on standby may end now.
    started.add({ stop: () => onStandby.stopFront() });
    cluster?.serve({
      accept: (socket) => accept(socket, socket.client),
      directMessages: () => broker.directMessages(),
    });
    started.add({ stop: () => cluster?.refuse() });
    const ready = describeAddresses(config, {
      ...address,
      http: port,
      https: encrypted?.port ?? null,
      home: https.home?.addresses()[0] ?? null,
    });
    Object.assign(address, { http: ready.http, httpPort: port });
    // Their links lead to the address that is known now, and all that decides who may see what has started.
    notifications.start();
    started.add(notifications);
    // They download updates from the port that has just been opened.
    await virtualBoards.start();
    started.add(virtualBoards);
    await noteVersion(core.database, version);
    await forgetUpgrade(core.dataDirectory);
    log.info({ part: 'server', node: process.version, ...ready }, 'Cyno is running');
    started.add({
      stop() {
        log.info({ part: 'server' }, 'Cyno stops');
        // A board that a proxy cuts off meanwhile would come back to a server that is about to end, instead of to the next one.
        broker.closePorts();
      },
    });
    const code = await accounts.setupCode();
    core.database.pool.endStart();
    started.complete();
    return { ...ready, setupUrl: code === null ? null : `${ready.http}/auth/login?setup=${code}` };
  }

  async function start(): Promise<Ready> {
    try {
      return await startParts();
    } catch (error) {
      // Parts that do not stop, as when the database went meanwhile, must hide neither why it failed nor what is to be put back.
      await started.stop().catch(() => undefined);
      const cause = databaseStartError(error) ?? error;
      // A start that is cancelled shows nothing about the upgrade.
      throw snapshot && !started.cancelled.aborted ? await undoUpgrade(snapshot, { config, error: cause }) : cause;
    }
  }

  return {
    failed: failed.promise,
    restarts: restarts.promise,
    start() {
      starting = start();
      return starting;
    },
    async stop() {
      started.cancel();
      await started.stop();
      // It stops what it starts meanwhile.
      await starting?.catch(() => undefined);
    },
  };
}

/** Every feature, after those that it needs. Each registers its routes, jobs and listeners, and what it has to start. */
function createFeatures(core: Core, disks: DiskWatch) {
  const accounts = createAccounts(core);
  createTwoFactor(core, accounts);
  createIdentities(core, accounts);
  createHomeTrust(core);
  const plans = createPlans(core);
  const telemetry = createTelemetry(core, {
    isDiskFull: () => disks.isTooFull,
    limits: {
      storedIntervalMs: (accountId) => plans.planOf(accountId).limits.storedIntervalMs,
      rawDays: (accountId) => plans.historyOf(accountId).rawDays,
      rollupDays: (accountId) => plans.historyOf(accountId).rollupDays,
      spoolBytes: 512 * 1024 ** 2,
    },
  });
  const variablesOf = (deviceId: number) => telemetry.variables(deviceId);
  createAccountData(core, {
    accounts,
    telemetry: {
      span: (deviceId) => telemetry.reader.span(deviceId),
      export: (deviceId, options) => telemetry.exports.text(deviceId, options),
    },
  });

  const devices = createDevices(core, { accounts, plans, variablesOf });
  const { access } = devices;
  const groups = createDeviceGroups(core, devices.devices);
  const control = createControl(core, { accounts, devices });
  const notifications = createNotifications(core, { accounts, devices });
  const scenes = createScenes(core, { devices, control });
  const acting = { control, notifications, scenes };
  const automation = createAutomation(core, { accounts, plans, devices, groups, telemetry, ...acting });
  createBlueprints(core, { devices, control, telemetry, automation, scenes });
  // Before alerts, so that who shares a device is known when the first one begins.
  const sharing = createSharing(core, { accounts, plans, devices, control, automation });
  notifications.useShares((accountId) => sharing.devicesSharedBy(accountId));
  const {
    alerts,
    maintenance,
    rules: alertRules,
  } = createAlerts(core, {
    accounts,
    devices,
    groups,
    telemetry,
    automation,
    notifications,
  });
  protectUsedGroups({ groups, automation, alertRules, maintenance });
  notifications.useCount((accountId) => alerts.countActive(accountId));
  const messageActions = createMessageActions(core, {
    accounts,
    alerts,
    notifications,
    devices,
    control,
    scenes,
  });
  createChats(core, { accounts, devices, groups, control, alerts, scenes, telemetry, notifications, messageActions });
  createBoardHealth(core, access);
  const annotations = createAnnotations(core, access);
  createImports(core, { accounts, devices, telemetry });
  createDeviceTelemetry(core, { accounts, telemetry, devices, annotations, calibrated: automation.calibrated });
  createStoredHistory(core, { accounts, plans, devices });
  const firmware = createFirmware(core, { accounts, devices });
  const reports = createBoardReports(core, { devices, control, firmware });
  createLeftRecords(core, { telemetry, reports });
  const dashboards = createDashboards(core, {
    access,
    groups,
    variablesOf,
    devices: devices.devices,
    sharing: sharing.dashboards,
    hasScene: (accountId, sceneId) => scenes.scenes.has(accountId, sceneId),
    languageOf: (accountId) => accounts.languageOf(accountId),
  });
  createDashboardScenes(core, { devices, scenes, sharing });
  createProjects(core, { devices: devices.devices, telemetry, control });

  const admin = createAdmin(core, { accounts, plans, devicesOf: (accountId) => devices.devices.ofAccount(accountId) });
  createAdminLogs(core, { accounts, admin });
  createBackups(core, { accounts, admin });
  createBilling(core, {
    accounts,
    plans,
    devices: devices.devices,
    oldestOf: (accountId) => telemetry.reader.oldest(accountId),
    maxPeopleOf: (accountId) => sharing.maxPeopleOf(accountId),
    maxAutomationsOf: (accountId) => automation.automations.fullestOf(devices.devices.ofAccount(accountId)),
    recordPlan: (entry, within) => admin.audit.record(entry, within),
  });
  const { pairing, login } = createPairing(core, { accounts, devices, control });
  createBoardClaims(core, { accounts, admin, devices, pairing, variablesOf });
  createSketches(core, pairing);
  addDeviceRoutes(core, { devices, groups, pairing, telemetry, control, automation });
  addVariableUses(core, { devices, telemetry, automation, alertRules, dashboards });

  const live = createLive(core, { accounts, telemetry, pairing, devices, sharing });
  const virtualBoards = createVirtualBoards(core, {
    accounts,
    pairing,
    devices: devices.devices,
    imports: telemetry.imports,
    isWatched: (accountId) => live.isOpenFor(accountId),
  });
  const sharedDashboards = createSharedDashboards(core, { telemetry, alerts, alertRules, control, live });
  const guests = createGuests(core, { devices: devices.devices, dashboards, sharing, sharedDashboards });
  const links = createLinks(core, { accounts, devices: devices.devices, control, live, sharedDashboards });
  createPasses(core, { accounts, devices, control });
  addLiveRoutes(core, { live, links, guests });
  disconnectUnauthorized(core, { accounts, live, login });
  createServerStatus(core, { disks, accounts, admin, telemetry, notifications });
  return { accounts, links, notifications: notifications.loop, virtualBoards };
}

/** How people and boards of the network reach the open ports. */
function describeAddresses(
  config: Config,
  ports: Omit<Address, 'http'> & { http: number; https: number | null; home: string | null },
): Omit<Ready, 'setupUrl'> {
  const { tls, plain } = config.mqtt;
  return {
    http: config.publicUrl ?? `http://${formatHost(config.host)}:${ports.http}`,
    mqtt: plain === null || ports.plain === null ? null : `mqtt://${formatHost(plain.host)}:${ports.plain}`,
    mqtts: `mqtts://${formatHost(tls.host)}:${ports.tls}`,
    otaPort: ports.ota,
    httpPort: ports.http,
    httpsPort: ports.https,
    homeUrl: ports.home,
  };
}
