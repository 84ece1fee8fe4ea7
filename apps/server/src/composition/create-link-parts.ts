import type { createControl } from '../features/boards/control/index.ts';
import type { Devices } from '../features/boards/devices/index.ts';
import { Guests } from '../features/dashboards/dashboard-guests/index.ts';
import { createDashboardScopes } from '../features/dashboards/dashboard-scope/index.ts';
import type { Dashboards } from '../features/dashboards/dashboards/index.ts';
import { createLinks } from '../features/dashboards/links/index.ts';
import { createPasses } from '../features/dashboards/passes/index.ts';
import type { SharingFeature } from '../features/dashboards/sharing/index.ts';
import { type Accounts, hashSecret, newToken } from '../features/people/accounts/index.ts';
import type { Live } from '../features/telemetry/live/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';
import { type Core, coreFor } from './core.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly devices: Devices;
  readonly telemetry: Telemetry;
  readonly control: ReturnType<typeof createControl>;
  readonly dashboards: Dashboards;
  readonly sharing: SharingFeature;
  readonly live: Live;
}

/**
 * What people see and operate who have neither a device nor a right to it: dashboards that are shared with them or that they have a
 * link to, and one control by a pass.
 */
export function createLinkParts(core: Core, { accounts, control: { control, targets }, ...parts }: Parts) {
  const { devices, sharing } = parts;
  const viewers = parts.live.scopes;
  const tokens = { newToken, hashToken: hashSecret };
  const mayBeUsed = (accountId: number) => accounts.changes.mayBeUsed(accountId);
  const guests = new Guests({
    ...parts,
    ...sharing.dashboards,
    noteVisit: (accountId, device, role) => sharing.noteVisit(accountId, device, role),
  });
  const scopes = createDashboardScopes({
    ...coreFor(core, 'shown dashboards'),
    ...parts,
    control,
    viewers,
  });
  const links = createLinks({
    ...coreFor(core, 'links'),
    ...scopes,
    ...tokens,
    devices,
    viewers,
    mayBeUsed,
    cancelCommands(accountId, linkId) {
      for (const device of devices.ofAccount(accountId)) {
        control.withdraw(device, ({ kind, id }) => kind === 'link' && id === linkId, 'The public link was revoked.');
      }
    },
    hashPassword: (password) => accounts.hasher.hash(password),
    verifyPassword: (password, hash) => accounts.hasher.verify(password, hash),
  });
  const passes = createPasses({
    ...coreFor(core, 'passes'),
    ...tokens,
    control,
    targets,
    mayBeUsed,
    findDevice: (deviceId) => devices.findById(deviceId),
  });
  return { scopes, guests, links, passes };
}
