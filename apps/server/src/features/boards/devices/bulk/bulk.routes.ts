import { checkSession, type Http, labelRequests, routesOf } from '../../../../platform/http/index.ts';
import type { Devices } from '../devices.service.ts';
import { applyToMany } from './bulk.ts';

/** Changes, deletes or brings back several of the caller's own devices in one request. */
export function bulkRoutes(
  app: Http,
  deps: { devices: Devices; hasGroup(accountId: number, groupId: number): Promise<boolean> },
): void {
  const route = routesOf(app);
  labelRequests(app, 'devices', { 'POST /api/device/bulk': 'Several devices changed, deleted or restored' });

  // Up to 1,000 devices, each with an id of up to 64 characters.
  route('POST /api/device/bulk', { bodyLimit: 80 * 1024 }, ({ account, body }) => {
    if (body.act.kind === 'restore') checkSession(account);
    return applyToMany(deps, account.id, body);
  });
}
