import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { LiveScopes } from '../../telemetry/live/index.ts';
import type { SharedDashboards } from '../dashboard-scope/index.ts';
import { Guesses } from './guesses.ts';
import { channelOf, type LinkedDevices } from './link-scope.ts';
import { linksRepository } from './links.repository.ts';
import { Links } from './links.service.ts';

export { linkRoutes } from './links.routes.ts';
export type { Links } from './links.service.ts';
export { publicDashboardRoutes } from './public-dashboards.routes.ts';

interface LinksFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly devices: LinkedDevices;
  readonly viewers: Pick<LiveScopes, 'countOf' | 'refresh'>;
  readonly sharedDashboards: SharedDashboards;
  mayBeUsed(accountId: number): boolean;
  cancelCommands(accountId: number, linkId: number): void;
  hashPassword(password: string): Promise<string>;
  verifyPassword(password: string, hash: string | null): Promise<boolean>;
  newToken(): string;
  hashToken(token: string): string;
}

/** Wires the feature: links that show one dashboard to anyone who has them. */
export function createLinks(deps: LinksFeatureDeps) {
  const { database, jobs, viewers, sharedDashboards, verifyPassword } = deps;
  const links = new Links({
    ...deps,
    repository: linksRepository(database),
    viewersOf: (linkId) => viewers.countOf(channelOf(linkId)),
    refreshViewers: (linkId) => viewers.refresh(channelOf(linkId)),
  });
  jobs.schedule('links.tidy', '57 3 * * *', () => links.cleanup());
  return { links, sharedDashboards, verifyPassword, guesses: new Guesses(database) };
}
