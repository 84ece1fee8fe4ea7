import { type Core, coreFor } from '../../../core.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Plans } from '../../people/billing/index.ts';
import { deviceSizesRepository } from './device-sizes.repository.ts';
import { DeviceSizes } from './device-sizes.service.ts';
import { storedHistoryRoutes } from './stored-history.routes.ts';

interface StoredHistoryDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly plans: Pick<Plans, 'planOf'>;
  readonly devices: Pick<DevicesFeature, 'devices'>;
}

/** What the history of devices takes now, and what it will in a year. */
export function createStoredHistory(server: Core, { accounts, plans, devices: { devices } }: StoredHistoryDeps): void {
  const core = coreFor(server, 'telemetry');
  const sizes = new DeviceSizes({ ...core, repository: deviceSizesRepository(core.reads) });
  core.routes.push((app) =>
    storedHistoryRoutes(app, {
      sizes,
      devices,
      // Those of the plan: for some weeks after a change of plan nothing is removed, which a year does not notice.
      limitsOf: (accountId) => plans.planOf(accountId).limits,
      emailOf: async (accountId) => (await accounts.find(accountId))?.email,
    }),
  );
}
