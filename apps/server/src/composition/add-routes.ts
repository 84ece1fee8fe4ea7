import { join } from 'node:path';
import type { Config } from '../config.ts';
import { automationRoutes, runRoutes } from '../features/automation/automations/index.ts';
import { boardClaimRoutes } from '../features/boards/board-claims/index.ts';
import { boardHealthRoutes } from '../features/boards/board-health/index.ts';
import { controlRoutes } from '../features/boards/control/index.ts';
import { deviceGroupRoutes } from '../features/boards/device-groups/index.ts';
import { bulkRoutes, copySettingsRoutes, deviceRoutes } from '../features/boards/devices/index.ts';
import { firmwareRoutes } from '../features/boards/firmware/index.ts';
import { pairingRoutes } from '../features/boards/pairing/index.ts';
import { sketchRoutes } from '../features/boards/sketches/index.ts';
import { virtualBoardRoutes } from '../features/boards/virtual-boards/index.ts';
import { projectRoutes } from '../features/code/projects/index.ts';
import { guestRoutes } from '../features/dashboards/dashboard-guests/index.ts';
import { accountDashboardRoutes, dashboardRoutes } from '../features/dashboards/dashboards/index.ts';
import { linkRoutes, publicDashboardRoutes } from '../features/dashboards/links/index.ts';
import { passRoutes } from '../features/dashboards/passes/index.ts';
import { sharingRoutes } from '../features/dashboards/sharing/index.ts';
import { accountDataRoutes } from '../features/people/account-data/index.ts';
import { accountRoutes } from '../features/people/accounts/index.ts';
import { adminRoutes, serverLoadRoutes } from '../features/people/admin/index.ts';
import { AdminLogs, adminLogRoutes } from '../features/people/admin-logs/index.ts';
import { billingRoutes } from '../features/people/billing/index.ts';
import { identityRoutes } from '../features/people/identities/index.ts';
import { type ServerStatuses, serverStatusRoutes } from '../features/people/server-status/index.ts';
import { twoFactorRoutes } from '../features/people/two-factor/index.ts';
import { annotationRoutes } from '../features/telemetry/annotations/index.ts';
import { exportRoutes } from '../features/telemetry/exports/index.ts';
import { historyRoutes } from '../features/telemetry/history/index.ts';
import { importRoutes } from '../features/telemetry/imports/index.ts';
import { liveRoutes } from '../features/telemetry/live/index.ts';
import { variableRoutes } from '../features/telemetry/telemetry/index.ts';
import type { EventBus } from '../platform/bus/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventLoopDelay } from '../platform/event-loop/index.ts';
import type { Http } from '../platform/http/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { allowWebSockets, WebSockets } from '../platform/web-socket/index.ts';
import type { Ports } from './core.ts';
import type { Features, People } from './create-features.ts';

/** Adds the routes of every feature. */
export async function addRoutes(
  http: Http,
  parts: Features &
    People & {
      serverStatuses: ServerStatuses;
      config: Config;
      mqttPorts(): Ports;
      bus: EventBus;
      clock: Clock;
      log: Logger;
      eventLoop: EventLoopDelay;
      baseUrl(): string;
    },
): Promise<void> {
  const { devices, pairing, telemetry, virtualBoards } = parts;
  const { access } = parts;
  const { getDevice } = access;
  accountRoutes(http, parts);
  accountDataRoutes(http, parts);
  await identityRoutes(http, parts);
  twoFactorRoutes(http, parts);
  deviceRoutes(http, { ...devices, access, pendingOf: (accountId) => pairing.pendingDevices(accountId) });
  controlRoutes(http, { ...parts.control, access });
  annotationRoutes(http, parts);
  boardHealthRoutes(http, { ...parts, getDevice });
  await importRoutes(http, { ...parts, getDevice });
  dashboardRoutes(http, { ...parts, getDevice });
  accountDashboardRoutes(http, parts);
  sharingRoutes(http, { ...parts.sharing, devices: devices.devices, access, getDevice });
  automationRoutes(http, { ...parts.automation, access });
  runRoutes(http, { ...parts.automation, access });
  await firmwareRoutes(http, { ...parts.firmware, getDevice });
  pairingRoutes(http, { pairing, devices: devices.devices });
  boardClaimRoutes(http, parts);
  historyRoutes(http, {
    reader: telemetry.reader,
    getDevice,
    devicesOf: (accountId) => [...devices.devices.ofAccount(accountId), ...access.sharedWith(accountId)],
  });
  exportRoutes(http, {
    exports: telemetry.exports,
    getDevice,
    notesOf: (accountId, device, range) =>
      parts.annotations.all(device, range, { withAuthors: access.may(accountId, device, 'manage') }),
  });
  variableRoutes(http, {
    telemetry,
    getDevice,
    changed: (device) => devices.devices.displayChanged(device),
    calibrated: (device) => parts.automation.calibrated(device),
  });
  copySettingsRoutes(http, {
    devices: devices.devices,
    getDevice,
    copiers: {
      variables: (from, to) => telemetry.displaySettings.copy(from.id, to.id),
      // Some may be calibrated when another one could not be.
      calibrations: (from, to) =>
        telemetry.calibrations.copy(from.id, to.id).finally(() => parts.automation.calibrated(to)),
      retention: (from, to) => telemetry.retention.copy(from.id, to),
      outputs: (from, to) => parts.control.targets.copyOutputs(from.id, to),
      events: (from, to) => parts.control.targets.copyEvents(from.id, to),
    },
    copied: (device) => parts.control.control.announce(device),
  });
  bulkRoutes(http, {
    devices: devices.devices,
    hasGroup: (accountId, groupId) => parts.groups.has(accountId, groupId),
  });
  deviceGroupRoutes(http, parts);
  adminRoutes(http, parts);
  serverLoadRoutes(http, parts);
  adminLogRoutes(http, {
    adminLogs: new AdminLogs({ directory: join(parts.config.dataDirectory, 'logs'), clock: parts.clock }),
    audit: parts.admin.audit,
    bus: parts.bus,
    clock: parts.clock,
    isAdmin: async (accountId) =>
      parts.accounts.changes.mayBeUsed(accountId) && (await parts.accounts.find(accountId))?.member === 'admin',
  });
  serverStatusRoutes(http, { serverStatuses: parts.serverStatuses, audit: parts.admin.audit });
  await billingRoutes(http, parts);
  sketchRoutes(http, { connectionKey: (accountId) => pairing.connectionKey(accountId) });
  linkRoutes(http, parts.links);
  guestRoutes(http, { ...parts, ...parts.scopes });
  publicDashboardRoutes(http, { ...parts.links, clock: parts.clock });
  passRoutes(http, { ...parts, getDevice });
  projectRoutes(http, parts);
  virtualBoardRoutes(http, { virtualBoards });
  await addLiveRoutes(http, parts);
}

/** What is pushed over WebSockets, which share their bounds. */
async function addLiveRoutes(http: Http, parts: Features & { config: Config; log: Logger }) {
  await allowWebSockets(http);
  const webSockets = new WebSockets({ publicUrl: parts.config.publicUrl, log: parts.log.child({ part: 'live' }) });
  liveRoutes(http, {
    live: parts.live,
    webSockets,
    openLink: (token, unlock) => parts.links.links.openLive(token, unlock),
    openShared: (accountId, dashboardId) => parts.guests.openLive(accountId, dashboardId),
  });
}
