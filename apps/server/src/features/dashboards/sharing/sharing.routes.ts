import { displayName } from '@cyno/contract';
import { badRequest, because, forbidden, notFound } from '../../../platform/errors.ts';
import { type Http, labelRequests, type RequestAccount, routesOf } from '../../../platform/http/index.ts';
import { type DeviceAccess, type Devices, type GetDevice, visibleTo } from '../../boards/devices/index.ts';
import type { Offers } from './offers.service.ts';
import type { Shares } from './shares.ts';
import type { SharingRepository } from './sharing.repository.ts';
import type { OwnThing, Sharing } from './sharing.service.ts';
import type { Visits } from './visits.ts';

/** What lets others in is not for a token that somebody may have found. */
const config = { needs: 'session' } as const;

interface RouteDeps {
  readonly sharing: Sharing;
  readonly offers: Offers;
  readonly shares: Shares;
  readonly visits: Visits;
  readonly repository: SharingRepository;
  readonly devices: Pick<Devices, 'describe'>;
  readonly access: Pick<DeviceAccess, 'sharedWith' | 'roleOf'>;
  getDevice: GetDevice;
}

/** Sharing of devices and dashboards, offers to the account, handing devices over, and who looked. */
export function sharingRoutes(app: Http, deps: RouteDeps): void {
  labelRequests(app, 'sharing', {
    'POST /api/device/:espid/shares': 'Somebody invited to a device',
    'PATCH /api/device/:espid/shares/:id': 'Share of a device changed',
    'DELETE /api/device/:espid/shares/:id': 'Share of a device ended',
    'POST /api/device/:espid/leave': 'Shared device left',
    'POST /api/device/:espid/transfer': 'Device offered for transfer',
    'DELETE /api/device/:espid/transfer': 'Transfer of a device revoked',
    'POST /api/dashboards/:id/shares': 'Somebody invited to a dashboard',
    'PATCH /api/dashboards/:id/shares/:share': 'Share of a dashboard changed',
    'DELETE /api/dashboards/:id/shares/:share': 'Share of a dashboard ended',
    'POST /api/dashboards/:id/leave': 'Shared dashboard left',
    'POST /api/offers/:id/accept': 'Offer accepted',
    'POST /api/offers/:id/decline': 'Offer declined',
  });
  deviceShareRoutes(app, deps);
  dashboardShareRoutes(app, deps);
  transferRoutes(app, deps);
  offerRoutes(app, deps);
  sharedDeviceRoutes(app, deps);
}

const ownDevice = (device: ReturnType<GetDevice>): OwnThing => ({
  thing: { kind: 'device', id: device.id },
  ownerId: device.accountId,
  name: displayName(device, 'en'),
  espid: device.espid,
});

function deviceShareRoutes(app: Http, { sharing, visits, getDevice }: RouteDeps): void {
  const route = routesOf(app);

  route('GET /api/device/:espid/shares', (request) => sharing.list(ownDevice(getDevice(request))));

  route('POST /api/device/:espid/shares', { config }, async (request, reply) => {
    const own = ownDevice(getDevice(request));
    await sharing.invite(own, request.account, request.body);
    return reply.code(201).send(await sharing.list(own));
  });

  route('PATCH /api/device/:espid/shares/:id', { config }, async (request) => {
    const own = ownDevice(getDevice(request));
    await sharing.change(own, request.params.id, request.body);
    return sharing.list(own);
  });

  route('DELETE /api/device/:espid/shares/:id', async (request) => {
    const own = ownDevice(getDevice(request));
    await sharing.revoke(own, request.params.id);
    return sharing.list(own);
  });

  route('GET /api/device/:espid/visits', (request) => visits.list(getDevice(request).id));
}

function dashboardShareRoutes(app: Http, { sharing, shares, repository }: RouteDeps): void {
  const route = routesOf(app);

  async function ownDashboard(account: RequestAccount, dashboardId: number): Promise<OwnThing> {
    const found = await repository.findDashboard(dashboardId);
    const thing = { kind: 'dashboard', id: dashboardId } as const;
    if (found?.ownerId === account.id) return { thing, ...found, espid: null };
    if (found && shares.roleOf(account.id, thing) !== null) {
      throw forbidden('Only the owner of the dashboard may do this.', because('not_allowed'));
    }
    throw notFound('dashboard', String(dashboardId));
  }

  route('GET /api/dashboards/:id/shares', async ({ account, params }) =>
    sharing.list(await ownDashboard(account, params.id)),
  );

  route('POST /api/dashboards/:id/shares', { config }, async ({ account, params, body }, reply) => {
    const own = await ownDashboard(account, params.id);
    await sharing.invite(own, account, body);
    return reply.code(201).send(await sharing.list(own));
  });

  route('PATCH /api/dashboards/:id/shares/:share', { config }, async ({ account, params, body }) => {
    const own = await ownDashboard(account, params.id);
    await sharing.change(own, params.share, body);
    return sharing.list(own);
  });

  route('DELETE /api/dashboards/:id/shares/:share', async ({ account, params }) => {
    const own = await ownDashboard(account, params.id);
    await sharing.revoke(own, params.share);
    return sharing.list(own);
  });

  route('POST /api/dashboards/:id/leave', async ({ account, params }) => {
    await sharing.leave({ kind: 'dashboard', id: params.id }, account.id);
    return { message: 'The dashboard is not shared with you any more.' };
  });
}

function transferRoutes(app: Http, { sharing, getDevice }: RouteDeps): void {
  const route = routesOf(app);

  route('POST /api/device/:espid/transfer', { config }, async (request, reply) => {
    const own = ownDevice(getDevice(request));
    await sharing.requestTransfer(own, request.account, request.body);
    return reply.code(201).send(await sharing.list(own));
  });

  route('DELETE /api/device/:espid/transfer', async (request) => {
    const own = ownDevice(getDevice(request));
    await sharing.keep(own);
    return sharing.list(own);
  });
}

function offerRoutes(app: Http, { offers }: RouteDeps): void {
  const route = routesOf(app);

  route('GET /api/offers', ({ account }) => offers.list(account.id));

  route('POST /api/offers/:id/accept', { config }, async ({ account, params }) => {
    await offers.accept(account.id, params.id);
    return offers.list(account.id);
  });

  route('POST /api/offers/:id/decline', { config }, async ({ account, params }) => {
    await offers.decline(account.id, params.id);
    return offers.list(account.id);
  });
}

function sharedDeviceRoutes(app: Http, { sharing, shares, repository, devices, access, getDevice }: RouteDeps): void {
  const route = routesOf(app);

  route('GET /api/device/shared', async ({ account }) => {
    const found = access.sharedWith(account.id);
    const owners = await repository.emailsOf(found.map((device) => device.accountId));
    return found.flatMap((device, order) => {
      const grant = [...shares.of({ kind: 'device', id: device.id })].find((one) => one.accountId === account.id);
      if (!grant) return [];
      const { role, expiresAt } = grant;
      const owner = owners.get(device.accountId) ?? '';
      return [{ ...visibleTo(role, devices.describe(device)), order, owner, role, expiresAt }];
    });
  });

  route('POST /api/device/:espid/leave', { config: { right: 'view' } }, async (request) => {
    const device = getDevice(request);
    if (device.accountId === request.account.id)
      throw badRequest('This device is yours. Delete it, or hand it over.', because('own_thing'));
    await sharing.leave({ kind: 'device', id: device.id }, request.account.id);
    return { message: 'The device is not shared with you any more.' };
  });
}
