import { type Accounts, hashSecret, newToken } from './features/accounts/index.ts';
import type { createControl } from './features/control/index.ts';
import type { AccountDashboards, Dashboards } from './features/dashboards/index.ts';
import type { Devices } from './features/devices/index.ts';
import { createLinks } from './features/links/index.ts';
import { createPasses } from './features/passes/index.ts';
import type { Telemetry } from './features/telemetry/index.ts';
import { type Ground, groundOf } from './ground.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly devices: Devices;
  readonly telemetry: Telemetry;
  readonly control: ReturnType<typeof createControl>;
  readonly dashboards: Dashboards;
  readonly accountDashboards: AccountDashboards;
}

/** What people without an account may see and operate: dashboards by a link, one control by a pass. */
export function createLinkParts(ground: Ground, { accounts, control: { control, targets }, ...parts }: Parts) {
  const tokens = { newToken, hashToken: hashSecret };
  const mayBeUsed = (accountId: number) => accounts.changes.mayBeUsed(accountId);
  const links = createLinks({
    ...groundOf(ground, 'links'),
    ...{ ...parts, ...tokens, control, mayBeUsed },
    onAccountBlocked: (listener) => accounts.changes.onBlocked(listener),
    hashPassword: (password) => accounts.hasher.hash(password),
    verifyPassword: (password, hash) => accounts.hasher.verify(password, hash),
  });
  const passes = createPasses({
    ...groundOf(ground, 'passes'),
    ...{ ...tokens, control, targets, mayBeUsed },
    findDevice: (deviceId) => parts.devices.findById(deviceId),
  });
  return { links, passes };
}
