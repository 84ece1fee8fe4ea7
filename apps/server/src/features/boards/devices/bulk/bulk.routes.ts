import { checkSession, type Http, routesOf } from '../../../../platform/http/index.ts';
import type { Devices } from '../devices.service.ts';
import { applyToMany } from './bulk.ts';

/** Changes, deletes or brings back several of the caller's own devices in one request. */
export function bulkRoutes(
  app: Http,
  deps: { devices: Devices; hasGroup(accountId: number, groupId: number): Promise<boolean> },
): void {
  const route = routesOf(app);

  route('POST /api/device/bulk', ({ account, body }) => {
    if (body.act.kind === 'restore') checkSession(account);
    return applyToMany(deps, account.id, body);
  });
}
