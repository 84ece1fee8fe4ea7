import {
  deviceOffers,
  deviceShares,
  deviceVisits,
  espid,
  messageResponse,
  sharedDeviceList,
  sharePatch,
  shareRequest,
  transferRequest,
} from '@cyno/contract';
import { z } from 'zod';
import { badRequest, forbidden, notFound } from '../../../platform/errors.ts';
import type { Http, RequestAccount } from '../../../platform/http/index.ts';
import { type DeviceAccess, type Devices, type GetDevice, visibleTo } from '../../boards/devices/index.ts';
import type { SharingFeature } from './create-sharing.ts';
import type { OwnThing } from './sharing.service.ts';

const id = z.coerce.number().int().min(1).max(2_147_483_647);
const params = z.object({ espid });
const idParams = z.object({ id });
const shareParams = params.extend({ id });
const dashboardShareParams = idParams.extend({ share: id });
/** What lets others in is not for a token that somebody may have found. */
const config = { needs: 'session' } as const;

interface RouteDeps extends SharingFeature {
  readonly devices: Pick<Devices, 'describe'>;
  readonly access: Pick<DeviceAccess, 'sharedWith' | 'roleOf'>;
  getDevice: GetDevice;
}

/** Sharing of devices and dashboards, offers to the account, handing devices over, and who looked. */
export function sharingRoutes(app: Http, deps: RouteDeps): void {
  deviceShareRoutes(app, deps);
  dashboardShareRoutes(app, deps);
  transferRoutes(app, deps);
  offerRoutes(app, deps);
  sharedDeviceRoutes(app, deps);
}

const ownDevice = (device: ReturnType<GetDevice>): OwnThing => ({
  thing: { kind: 'device', id: device.id },
  ownerId: device.accountId,
  name: device.name,
  espid: device.espid,
});

function deviceShareRoutes(app: Http, { sharing, visits, getDevice }: RouteDeps): void {
  const path = '/api/device/:espid/shares';

  app.get(path, { schema: { params, response: { 200: deviceShares } } }, (request) =>
    sharing.list(ownDevice(getDevice(request))),
  );

  app.post(
    path,
    { config, schema: { params, body: shareRequest, response: { 201: deviceShares } } },
    async (request, reply) => {
      const own = ownDevice(getDevice(request));
      await sharing.invite(own, request.account, request.body);
      return reply.code(201).send(await sharing.list(own));
    },
  );

  app.patch(
    `${path}/:id`,
    { config, schema: { params: shareParams, body: sharePatch, response: { 200: deviceShares } } },
    async (request) => {
      const own = ownDevice(getDevice(request));
      await sharing.change(own, request.params.id, request.body);
      return sharing.list(own);
    },
  );

  app.delete(`${path}/:id`, { schema: { params: shareParams, response: { 200: deviceShares } } }, async (request) => {
    const own = ownDevice(getDevice(request));
    await sharing.revoke(own, request.params.id);
    return sharing.list(own);
  });

  app.get('/api/device/:espid/visits', { schema: { params, response: { 200: deviceVisits } } }, (request) =>
    visits.list(getDevice(request).id),
  );
}

function dashboardShareRoutes(app: Http, { sharing, shares, repository }: RouteDeps): void {
  const path = '/api/dashboards/:id/shares';

  async function ownDashboard(account: RequestAccount, dashboardId: number): Promise<OwnThing> {
    const found = await repository.findDashboard(dashboardId);
    const thing = { kind: 'dashboard', id: dashboardId } as const;
    if (found?.ownerId === account.id) return { thing, ...found, espid: null };
    if (found && shares.roleOf(account.id, thing) !== null) {
      throw forbidden('Only the owner of the dashboard may do this.');
    }
    throw notFound('dashboard', String(dashboardId));
  }

  app.get(path, { schema: { params: idParams, response: { 200: deviceShares } } }, async ({ account, params }) =>
    sharing.list(await ownDashboard(account, params.id)),
  );

  app.post(
    path,
    { config, schema: { params: idParams, body: shareRequest, response: { 201: deviceShares } } },
    async ({ account, params, body }, reply) => {
      const own = await ownDashboard(account, params.id);
      await sharing.invite(own, account, body);
      return reply.code(201).send(await sharing.list(own));
    },
  );

  app.patch(
    `${path}/:share`,
    { config, schema: { params: dashboardShareParams, body: sharePatch, response: { 200: deviceShares } } },
    async ({ account, params, body }) => {
      const own = await ownDashboard(account, params.id);
      await sharing.change(own, params.share, body);
      return sharing.list(own);
    },
  );

  app.delete(
    `${path}/:share`,
    { schema: { params: dashboardShareParams, response: { 200: deviceShares } } },
    async ({ account, params }) => {
      const own = await ownDashboard(account, params.id);
      await sharing.revoke(own, params.share);
      return sharing.list(own);
    },
  );

  app.post(
    '/api/dashboards/:id/leave',
    { schema: { params: idParams, response: { 200: messageResponse } } },
    async ({ account, params }) => {
      await sharing.leave({ kind: 'dashboard', id: params.id }, account.id);
      return { message: 'The dashboard is not shared with you any more.' };
    },
  );
}

function transferRoutes(app: Http, { sharing, getDevice }: RouteDeps): void {
  const path = '/api/device/:espid/transfer';

  app.post(
    path,
    { config, schema: { params, body: transferRequest, response: { 201: deviceShares } } },
    async (request, reply) => {
      const own = ownDevice(getDevice(request));
      await sharing.requestTransfer(own, request.account, request.body);
      return reply.code(201).send(await sharing.list(own));
    },
  );

  app.delete(path, { schema: { params, response: { 200: deviceShares } } }, async (request) => {
    const own = ownDevice(getDevice(request));
    await sharing.keep(own);
    return sharing.list(own);
  });
}

function offerRoutes(app: Http, { offers }: RouteDeps): void {
  const response = { 200: deviceOffers };

  app.get('/api/offers', { schema: { response } }, ({ account }) => offers.list(account.id));

  app.post(
    '/api/offers/:id/accept',
    { config, schema: { params: idParams, response } },
    async ({ account, params }) => {
      await offers.accept(account.id, params.id);
      return offers.list(account.id);
    },
  );

  app.post(
    '/api/offers/:id/decline',
    { config, schema: { params: idParams, response } },
    async ({ account, params }) => {
      await offers.decline(account.id, params.id);
      return offers.list(account.id);
    },
  );
}

function sharedDeviceRoutes(app: Http, { sharing, shares, repository, devices, access, getDevice }: RouteDeps): void {
  app.get('/api/device/shared', { schema: { response: { 200: sharedDeviceList } } }, async ({ account }) => {
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

  app.post(
    '/api/device/:espid/leave',
    { config: { right: 'view' }, schema: { params, response: { 200: messageResponse } } },
    async (request) => {
      const device = getDevice(request);
      if (device.accountId === request.account.id)
        throw badRequest('This device is yours. Delete it, or hand it over.');
      await sharing.leave({ kind: 'device', id: device.id }, request.account.id);
      return { message: 'The device is not shared with you any more.' };
    },
  );
}
