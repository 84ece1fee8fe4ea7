import { type Core, coreFor } from '../../../core.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { Devices } from '../../boards/devices/index.ts';
import { type Accounts, hashSecret, newToken } from '../../people/accounts/index.ts';
import type { Live } from '../../telemetry/live/index.ts';
import type { SharedDashboards } from '../dashboard-scope/index.ts';
import { Guesses } from './guesses.ts';
import { channelOf } from './link-scope.ts';
import { linksRepository } from './links.repository.ts';
import { linkRoutes } from './links.routes.ts';
import { Links } from './links.service.ts';
import { publicDashboardRoutes } from './public-dashboards.routes.ts';

export type { Links } from './links.service.ts';

interface LinksFeatureDeps {
  readonly accounts: Accounts;
  readonly devices: Devices;
  readonly control: ControlFeature;
  readonly live: Live;
  readonly sharedDashboards: SharedDashboards;
}

/** Links that show one dashboard to anyone who has them. */
export function createLinks(
  server: Core,
  { accounts, devices, control: { control }, ...deps }: LinksFeatureDeps,
): Links {
  const core = coreFor(server, 'links');
  const { hasher, changes } = accounts;
  const viewers = deps.live.scopes;
  const links = new Links({
    ...core,
    devices,
    newToken,
    hashToken: hashSecret,
    repository: linksRepository(core.database),
    mayBeUsed: (accountId) => changes.mayBeUsed(accountId),
    hashPassword: (password) => hasher.hash(password),
    cancelCommands(accountId, linkId, why) {
      for (const device of devices.ofAccount(accountId)) {
        control.withdraw(device, ({ kind, id }) => kind === 'link' && id === linkId, why);
      }
    },
    viewersOf: (linkId) => viewers.countOf(channelOf(linkId)),
    refreshViewers: (linkId) => viewers.refresh(channelOf(linkId)),
  });
  core.jobs.scheduleByAge('links.tidy', '57 3 * * *', () => links.cleanup());
  core.routes.push((app) => {
    linkRoutes(app, { links });
    publicDashboardRoutes(app, {
      links,
      sharedDashboards: deps.sharedDashboards,
      clock: core.clock,
      guesses: new Guesses(core.database),
      verifyPassword: (password, hash) => hasher.verify(password, hash),
    });
  });
  return links;
}
