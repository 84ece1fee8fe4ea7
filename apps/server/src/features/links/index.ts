import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { Control } from '../control/index.ts';
import type { DeviceRecord, Devices } from '../devices/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { Guesses } from './guesses.ts';
import { LinkViewers } from './link-viewers.ts';
import { linksRepository } from './links.repository.ts';
import { Links } from './links.service.ts';
import { PublicDashboards } from './public-dashboards.service.ts';

export { linkRoutes } from './links.routes.ts';
export type { Links } from './links.service.ts';
export { publicDashboardRoutes } from './public-dashboards.routes.ts';
export { publicLiveRoutes } from './public-live.routes.ts';

interface LinksFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly devices: Pick<Devices, 'find' | 'findById' | 'subscribe'>;
  readonly telemetry: Pick<Telemetry, 'variables' | 'history' | 'subscribe'>;
  readonly control: Pick<Control, 'state' | 'switchOutputs' | 'sendEvent' | 'subscribe'>;
  /** Those of one device, and those of an account, changed. */
  readonly dashboards: { subscribe(listener: (device: DeviceRecord) => void): () => void };
  readonly accountDashboards: { subscribe(listener: (accountId: number) => void): () => void };
  mayBeUsed(accountId: number): boolean;
  onAccountBlocked(listener: (event: { accountId: number }) => void): () => void;
  hashPassword(password: string): Promise<string>;
  verifyPassword(password: string, hash: string | null): Promise<boolean>;
  newToken(): string;
  hashToken(token: string): string;
}

/** Wires the feature: links that show one dashboard to whoever has them. */
export function createLinks(deps: LinksFeatureDeps) {
  const { database, devices, telemetry, control, dashboards, accountDashboards, jobs, verifyPassword } = deps;
  const links = new Links({ ...deps, repository: linksRepository(database) });
  const viewers = new LinkViewers({
    ...deps,
    reopen: (linkId) => links.reopen(linkId),
    onLinkChanged: (listener) => links.subscribe(listener),
    onPoint: (listener) => telemetry.subscribe(listener),
    onDevice: (listener) => devices.subscribe(listener),
    onControl: (listener) => control.subscribe(listener),
    onDashboards(listener) {
      const stops = [
        dashboards.subscribe(({ accountId }) => listener(accountId)),
        accountDashboards.subscribe((accountId) => listener(accountId)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  });
  links.viewersOf = (linkId) => viewers.countOf(linkId);
  jobs.schedule('links.tidy', '57 3 * * *', () => links.tidy());
  const publicDashboards = new PublicDashboards(deps);
  return {
    ...{ links, viewers, publicDashboards, verifyPassword, guesses: new Guesses(database) },
    start: () => viewers.start(),
    stop: () => viewers.stop(),
  };
}
