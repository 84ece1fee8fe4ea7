import type { Core } from '../../../core.ts';
import type { Devices } from '../../boards/devices/index.ts';
import type { SharedDashboards } from '../dashboard-scope/index.ts';
import type { Dashboards } from '../dashboards/index.ts';
import type { SharingFeature } from '../sharing/index.ts';
import { guestRoutes } from './guests.routes.ts';
import { Guests } from './guests.service.ts';

export { channelOf, type Guests } from './guests.service.ts';

interface GuestsDeps {
  readonly devices: Devices;
  readonly dashboards: Dashboards;
  readonly sharing: SharingFeature;
  readonly sharedDashboards: SharedDashboards;
}

/** What dashboards show to the accounts with which they are shared. */
export function createGuests({ routes }: Core, { sharing, sharedDashboards, ...deps }: GuestsDeps): Guests {
  const guests = new Guests({ ...deps, ...sharing.dashboards, noteVisit: sharing.noteVisit });
  routes.push((app) => guestRoutes(app, { guests, sharedDashboards }));
  return guests;
}
