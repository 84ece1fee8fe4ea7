import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createBoardClaims } from '../features/boards/board-claims/index.ts';
import type { Control, Requester } from '../features/boards/control/index.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../features/boards/devices/index.ts';
import { createPairing, type Pairing } from '../features/boards/pairing/index.ts';
import { createVirtualBoards, type VirtualBoards } from '../features/boards/virtual-boards/index.ts';
import { createAccountData, type DataExports } from '../features/people/account-data/index.ts';
import { type Accounts, createAccounts, newConnectionKey } from '../features/people/accounts/index.ts';
import { type Admin, createAdmin } from '../features/people/admin/index.ts';
import { createBilling, createPlans, type Plans } from '../features/people/billing/index.ts';
import { createIdentities } from '../features/people/identities/index.ts';
import { createTwoFactor, type TwoFactorService } from '../features/people/two-factor/index.ts';
import type { Live } from '../features/telemetry/live/index.ts';
import { createTelemetry, type Telemetry } from '../features/telemetry/telemetry/index.ts';
import type { DeviceBroker } from '../platform/broker/index.ts';
import { createMailer } from '../platform/mail/index.ts';
import { boardHooks } from './board-hooks.ts';
import { type Core, coreFor, type Ports } from './core.ts';
import { createBoardFeatures } from './create-board-features.ts';
import { createLinkParts } from './create-link-parts.ts';
import { createLive } from './create-live.ts';
import { disconnectUnauthorized } from './cut-connections.ts';
import { scheduleJobs } from './scheduled-jobs.ts';

export interface People {
  readonly accounts: Accounts;
  readonly twoFactor: TwoFactorService;
}

/** People: made before the broker, which requests from them who may connect. */
export function createPeople({ config, dataDirectory, ...core }: Core, baseUrl: () => string): People {
  const mailer = createMailer({
    smtp: config.mail,
    outbox: join(dataDirectory, 'outbox'),
    log: core.log.child({ part: 'mail' }),
  });
  const twoFactor = createTwoFactor({
    ...coreFor(core, 'accounts'),
    notify: (accountId, event) => accounts.notices.security(accountId, event),
    providers: (['oidc', 'line'] as const).filter((name) => config[name] !== null),
  });
  const accounts = createAccounts({
    ...coreFor(core, 'accounts'),
    mailer,
    signup: config.signup,
    twoFactor,
    hasProviders: config.oidc !== null || config.line !== null,
    baseUrl,
  });
  return { accounts, twoFactor };
}

/** Every feature, each with what it needs of the others. */
export function createFeatures(
  core: Core,
  parts: People & { broker: DeviceBroker; ports: Ports; baseUrl(): string; isDiskFull(): boolean },
) {
  const { accounts, twoFactor, broker, ports, baseUrl, isDiskFull } = parts;
  const plans = createPlans(coreFor(core, 'billing'));
  const telemetry = telemetryWithin(core, { plans, isDiskFull });
  const boards = createBoardFeatures(core, {
    accounts,
    plans,
    telemetry,
    broker,
    placeFreed: (accountId) => payment.billing.placeFreed(accountId),
    otaPort: () => ports.ota,
  });
  const { devices, control, automation } = boards;
  const admin = administration(core, { ...boards, accounts, plans, baseUrl });
  const payment = createBilling({
    ...coreFor(core, 'billing'),
    plans,
    devices: devices.devices,
    pausedChanged(device: DeviceRecord) {
      devices.mqtt.pausedChanged(device);
      control.mqtt.pausedChanged(device);
      automation.mqtt.pausedChanged(device);
    },
    oldestOf: (accountId) => telemetry.reader.oldest(accountId),
    maxPeopleOf: (accountId) => boards.sharing.maxPeopleOf(accountId),
    maxAutomationsOf: (accountId) => automation.automations.fullestOf(devices.devices.ofAccount(accountId)),
    findAccount: (accountId) => accounts.find(accountId),
    recordPlan: (entry, within) => admin.audit.record(entry, within),
    baseUrl,
  });
  const { pairing, login } = createPairing({
    ...coreFor(core, 'pairing'),
    ...devices,
    broker,
    newConnectionKey,
    boardAccepted(device, session) {
      devices.mqtt.accepted(device, session);
      control.mqtt.accepted(device);
    },
    findAccountByEmail: (email) => accounts.findAccountByEmail(email),
    findAccessToken: (token) => accounts.findAccessToken(token),
  });
  const claims = claimsOfBoards(core, { accounts, admin, pairing, devices });
  const live = createLive(core, {
    accounts,
    telemetry,
    pairing,
    devices: devices.devices,
    access: boards.access,
    sharing: boards.sharing,
  });
  const identities = otherLogins(core, { accounts, twoFactor, baseUrl });
  const virtualBoards = tryOutBoards(core, { accounts, pairing, devices: devices.devices, live, ports });
  const dataExports = createExports(core, { accounts, telemetry });
  accounts.deletion.onRemoving(async (accountId) => payment.stripe?.checkout.endAll(accountId));
  scheduleJobs(core, { accounts, devices, pairing, dashboards: boards.dashboards });
  const linkParts = createLinkParts(core, { ...boards, accounts, telemetry, live, devices: devices.devices });
  disconnectUnauthorized(core, {
    accounts,
    broker,
    dataExports,
    live,
    login,
    pairing,
    devices: devices.devices,
  });
  const hooks = boardHooks({
    ...devices,
    reports: boards.reports,
    access: boards.access,
    sharing: boards.sharing,
    devicesMqtt: devices.mqtt,
    controlMqtt: control.mqtt,
    appCommands: control.appCommands,
    automationMqtt: automation.mqtt,
    firmwareMqtt: boards.firmware.mqtt,
    boardHealth: boards.boardHealth,
    pairing,
    claims,
    login,
    mayBeUsed: (accountId) => accounts.changes.mayBeUsed(accountId),
    boardsSendTimes: (accountId) => accounts.boardsSendTimes(accountId),
    telemetry,
    log: core.log,
  });
  return {
    ...payment,
    ...boards,
    ...linkParts,
    admin,
    dataExports,
    pairing,
    claims,
    telemetry,
    live,
    virtualBoards,
    identities,
    hooks,
  };
}

function claimsOfBoards(
  core: Core,
  parts: { accounts: Accounts; admin: Admin; pairing: Pairing; devices: { devices: Devices; deviceLog: DeviceLog } },
) {
  const { accounts, admin, pairing, devices } = parts;
  return createBoardClaims({
    ...coreFor(core, 'pairing'),
    pairing,
    devices: devices.devices,
    deviceLog: devices.deviceLog,
    notify: accounts.notices.claims,
    emailOf: async (accountId) => (await accounts.find(accountId))?.email,
    couldLearn: async (accountId, at) => accounts.sendsMail || (await accounts.wasSeenSince(accountId, at)),
    record: (entry) => admin.audit.record(entry),
  });
}

function otherLogins(core: Core, { twoFactor, ...parts }: People & { baseUrl(): string }) {
  return createIdentities({
    ...coreFor(core, 'accounts'),
    ...parts,
  });
}

/** Plans limit how much of it is stored. */
function telemetryWithin(core: Core, { plans, isDiskFull }: { plans: Plans; isDiskFull(): boolean }): Telemetry {
  return createTelemetry({
    ...coreFor(core, 'telemetry'),
    spoolDirectory: join(core.dataDirectory, 'spool'),
    isDiskFull,
    limits: {
      storedIntervalMs: (accountId) => plans.planOf(accountId).limits.storedIntervalMs,
      rawDays: (accountId) => plans.historyOf(accountId).rawDays,
      rollupDays: (accountId) => plans.historyOf(accountId).rollupDays,
      spoolBytes: 512 * 1024 ** 2,
    },
  });
}

interface TryOutParts {
  readonly accounts: Accounts;
  readonly pairing: Pairing;
  readonly devices: Devices;
  readonly live: Pick<Live, 'isOpenFor'>;
  readonly ports: Ports;
}

function tryOutBoards(core: Core, { accounts, pairing, devices, live, ports }: TryOutParts): VirtualBoards {
  return createVirtualBoards({
    ...coreFor(core, 'virtual-boards'),
    brokerAddress: () => loopbackAddress(core.config, ports),
    otaUrl: () => loopbackUrl(core.config, ports),
    findSignIn: async (accountId) => {
      const account = await accounts.find(accountId);
      return account && { email: account.email, connectionKey: await pairing.connectionKey(accountId) };
    },
    checkCapacity: (accountId) => devices.checkCapacity(accountId),
    hasDevice: (accountId, espid) => devices.findOwned(accountId, espid) !== undefined,
    isWatched: (accountId) => live.isOpenFor(accountId),
    markVirtual: (accountId, espid, until) => devices.setVirtual(accountId, espid, until),
  });
}

function createExports(core: Core, { accounts, telemetry }: { accounts: Accounts; telemetry: Telemetry }): DataExports {
  return createAccountData({
    ...coreFor(core, 'accounts'),
    telemetry: {
      span: (deviceId) => telemetry.reader.span(deviceId),
      export: (deviceId, options) => telemetry.exports.text(deviceId, options),
    },
    directory: join(core.dataDirectory, 'exports'),
    onReady: (accountId, until) => accounts.notices.exportReady(accountId, until),
  });
}

function administration(
  core: Core,
  parts: {
    accounts: Accounts;
    plans: Plans;
    devices: { readonly devices: Devices };
    control: { readonly control: Pick<Control, 'withdraw'> };
    baseUrl(): string;
  },
): Admin {
  const { accounts, plans, baseUrl } = parts;
  const { devices } = parts.devices;
  const { control } = parts.control;
  return createAdmin({
    ...coreFor(core, 'admin'),
    onChanged: (accountId) => accounts.changes.changed(accountId),
    onSessionsEnded: (ended) => accounts.changes.sessionsEnded(ended),
    onSharingEnded(accountId) {
      devices.listChanged(accountId);
      for (const device of devices.ofAccount(accountId)) {
        const isGuests = ({ kind }: Requester) => kind === 'pass' || kind === 'link';
        control.withdraw(device, isGuests, 'An administrator ended all sharing of this account.');
      }
    },
    planOf: (accountId) => plans.planOf(accountId).id,
    devicesOf: (accountId) => devices.ofAccount(accountId),
    mail: accounts.sendsMail ? (invitation) => accounts.notices.invitation(invitation) : null,
    baseUrl,
  });
}

/** The same machine, when the host to listen on means all its addresses. */
const here = (host = ''): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

/** How this process reaches its own web server. */
const loopbackUrl = ({ host }: Config, { httpPort }: Ports): string =>
  `http://${isIPv6(here(host)) ? `[${host}]` : here(host)}:${httpPort}`;

/** How this process reaches its own broker: not encrypted when that port is open. */
function loopbackAddress({ mqtt }: Config, { tls, plain }: Ports): { host: string; port: number; tls: boolean } {
  return plain === null
    ? { host: here(mqtt.tls.host), port: tls, tls: true }
    : { host: here(mqtt.plain?.host), port: plain, tls: false };
}

export type Features = ReturnType<typeof createFeatures>;
