import { type Core, coreFor } from '../core.ts';
import { alertChanged, alertRulesChanged, maintenanceChanged } from '../features/automation/alerts/index.ts';
import { automationsChanged } from '../features/automation/automations/index.ts';
import { passedOnChanged } from '../features/automation/notifications/index.ts';
import { scenesChanged } from '../features/automation/scenes/index.ts';
import type { DevicesFeature } from '../features/boards/devices/index.ts';
import type { Pairing } from '../features/boards/pairing/index.ts';
import { channelOf } from '../features/dashboards/dashboard-guests/index.ts';
import { accountDashboardsChanged, deviceDashboardChanged } from '../features/dashboards/dashboards/index.ts';
import { offersChanged, type SharingFeature, shareChanged } from '../features/dashboards/sharing/index.ts';
import type { Accounts } from '../features/people/accounts/index.ts';
import { Live } from '../features/telemetry/live/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly telemetry: Telemetry;
  readonly pairing: Pairing;
  readonly devices: DevicesFeature;
  readonly sharing: SharingFeature;
}

/** What is pushed to browsers at once, also what features publish that stand in wings above it. */
export function createLive(core: Core, { accounts, telemetry, pairing, devices, sharing }: Parts): Live {
  const live = new Live({
    ...coreFor(core, 'live'),
    ...devices,
    pairing,
    sharedBy: (ownerId) => sharing.shares.by(ownerId).map(({ accountId }) => accountId),
    visited: (accountId, device, role) => sharing.noteVisit(accountId, device, role),
    authenticate: (token) => accounts.authenticate(token),
    recent: (deviceId) => telemetry.recent(deviceId),
  });
  core.parts.push(live);
  const { bus } = core;
  bus.subscribe(automationsChanged, 'live', ({ deviceId }) => live.deviceChanged(deviceId, 'automation'));
  bus.subscribe(alertChanged, 'live', ({ deviceId, ...alert }) => live.alertsChanged(deviceId, alert));
  bus.subscribe(alertRulesChanged, 'live', ({ accountId }) => live.alertRulesChanged(accountId));
  bus.subscribe(passedOnChanged, 'live', ({ accountId }) => live.alertRulesChanged(accountId));
  bus.subscribe(maintenanceChanged, 'live', ({ accountId }) => {
    live.alertRulesChanged(accountId);
    for (const { id } of devices.devices.ofAccount(accountId)) live.alertsChanged(id);
  });
  bus.subscribe(scenesChanged, 'live', ({ accountId }) => live.scenesChanged(accountId));
  bus.subscribe(deviceDashboardChanged, 'live', ({ deviceId, accountId }) => {
    live.deviceChanged(deviceId, 'dashboards');
    live.scopes.refreshOf(accountId);
  });
  bus.subscribe(accountDashboardsChanged, 'live', ({ accountId }) => live.dashboardsChanged(accountId));
  bus.subscribe(shareChanged, 'live', (change) => {
    live.shareChanged(change);
    const { thing, accountId } = change;
    if (thing.kind === 'dashboard') live.scopes.refresh(channelOf(accountId, thing.id));
  });
  bus.subscribe(offersChanged, 'live', ({ accountId }) => live.devicesChanged(accountId));
  return live;
}
