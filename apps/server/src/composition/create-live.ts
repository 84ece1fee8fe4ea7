import type { DeviceAccess, DeviceRecord, Devices } from '../features/boards/devices/index.ts';
import type { Pairing } from '../features/boards/pairing/index.ts';
import type { AccountDashboards } from '../features/dashboards/dashboards/index.ts';
import type { SharingFeature } from '../features/dashboards/sharing/index.ts';
import type { Accounts } from '../features/people/accounts/index.ts';
import { Live, type LiveNotice } from '../features/telemetry/live/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';
import { type Core, coreFor } from './core.ts';

/** A feature that notifies when something of a device must be fetched again. */
interface NoticeSource {
  subscribe(listener: (device: DeviceRecord) => void): () => void;
}

function subscribeNotices(
  sources: Record<LiveNotice['type'], NoticeSource>,
  listener: (notice: LiveNotice) => void,
): () => void {
  const stops = (['automation', 'firmware', 'dashboards', 'annotations'] as const).map((type) =>
    sources[type].subscribe((device) => listener({ type, device })),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** What is pushed to browsers at once, from every feature that publishes something. */
export function createLive(
  core: Core,
  {
    accounts,
    telemetry,
    devices,
    pairing,
    notices,
    accountDashboards,
    access,
    sharing,
  }: {
    accounts: Accounts;
    telemetry: Telemetry;
    pairing: Pairing;
    devices: Devices;
    notices: Record<LiveNotice['type'], NoticeSource>;
    accountDashboards: AccountDashboards;
    access: DeviceAccess;
    sharing: SharingFeature;
  },
): Live {
  return new Live({
    ...coreFor(core, 'live'),
    ...{ devices, pairing, access },
    sharedBy: (ownerId) => sharing.shares.by(ownerId).map(({ accountId }) => accountId),
    visited: (accountId, device, role) => sharing.noteVisit(accountId, device, role),
    onShare: (listener) => sharing.shares.subscribe(listener),
    onListChanged: (listener) => sharing.onListChanged(listener),
    authenticate: (token) => accounts.authenticate(token),
    recent: (deviceId) => telemetry.recent(deviceId),
    onNotice: (listener) => subscribeNotices(notices, listener),
    onDashboards: (listener) => accountDashboards.subscribe(listener),
    onSessionEnded: (listener) => accounts.onSessionEnded(listener),
    onAccessTokenRevoked: (listener) => accounts.onAccessTokenRevoked(listener),
    onAccountBlocked: (listener) => accounts.changes.onBlocked(listener),
    onRights: (listener) => accounts.changes.onRights(listener),
  });
}
