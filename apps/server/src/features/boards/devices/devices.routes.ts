import { type Device, type DeviceLogQuery, deviceLogResponse } from '@cyno/contract';
import { DevicePacker } from '@cyno/contract/packed-devices';
import { because, forbidden } from '../../../platform/errors.ts';
import { gzipped, type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { mapInSlices } from '../../../platform/map-in-slices.ts';
import { type DeviceAccess, visibleTo } from './device-access.ts';
import type { DeviceLog } from './device-log/device-log.ts';
import { searchLines } from './device-log/search-lines.ts';
import type { DeviceRecord } from './devices.directory.ts';
import type { DevicesRepository } from './devices.repository.ts';
import type { Devices } from './devices.service.ts';

/** The account's devices over HTTP. `pendingOf` lists the boards that wait to be accepted. */
export function deviceRoutes(
  app: Http,
  deps: {
    devices: Devices;
    deviceLog: DeviceLog;
    repository: Pick<DevicesRepository, 'logLines'>;
    pendingOf(accountId: number): Promise<Device[]>;
    access: Pick<DeviceAccess, 'getDevice' | 'roleOf'>;
  },
): void {
  const route = routesOf(app);
  labelRequests(app, 'devices', {
    'DELETE /api/device/:espid': 'Device deleted',
    'POST /api/device/:espid/restore': 'Device restored',
  });
  const { devices, deviceLog, repository, pendingOf, access } = deps;
  const { getDevice } = access;
  const show = ({ account }: { account: { id: number } }, found: DeviceRecord): Device =>
    visibleTo(access.roleOf(account.id, found) ?? 'viewer', devices.describe(found));

  // Thousands of devices are not checked one by one against the schema that the compiler holds them to.
  const longList = { serializerCompiler: () => JSON.stringify, onSend: gzipped };

  route('GET /api/device/', longList, async ({ account }) => [
    ...(await mapInSlices(devices.ofAccount(account.id), (one) => devices.describe(one))),
    ...(await pendingOf(account.id)),
  ]);

  route('GET /api/device-list', longList, async ({ account, query: { limit } }) => {
    const own = devices.ofAccount(account.id);
    const online = own.filter((one) => one.online).length;
    const packer = new DevicePacker();
    await mapInSlices(own.slice(0, limit), (one) => packer.add(devices.describe(one)));
    // They stand behind all others.
    const rest = limit === undefined ? undefined : Math.max(0, limit - own.length);
    for (const one of (await pendingOf(account.id)).slice(0, rest)) packer.add(one);
    return { total: own.length, online, devices: packer.finish() };
  });

  // The whole list in its new order: up to 10,000 devices, each with an id of up to 64 characters.
  route('POST /api/device/update-order/', { bodyLimit: 800 * 1024 }, async ({ account, body }) => {
    const pending = new Set((await pendingOf(account.id)).map((one) => one.espid));
    const wanted = body.devices.map((one) => one.espid).filter((one) => !pending.has(one));
    const saved = await devices.updateOrder(account.id, wanted);
    return { devices: saved.map((one) => ({ espid: one.espid, order: one.order })) };
  });

  route('GET /api/device/:espid', { config: { right: 'view' } }, async (request) => show(request, getDevice(request)));

  route('PATCH /api/device/:espid', { config: { right: 'manage' } }, async (request) => {
    const found = getDevice(request);
    if (request.body.favourite !== undefined && found.accountId !== request.account.id) {
      throw forbidden('Favourites belong to the list of its owner.', because('not_allowed'));
    }
    return show(request, await devices.change(found.accountId, found.espid, request.body));
  });

  route('DELETE /api/device/:espid', async (request) => devices.remove(request.account.id, getDevice(request).espid));

  // Its shares, guest passes and public links come back with it, and a token must not let others in.
  route('POST /api/device/:espid/restore', { config: { needs: 'session' } }, async ({ account, params }) =>
    devices.describe(await devices.restore(account.id, params.espid)),
  );

  route('GET /api/device/:espid/log', { config: { right: 'manage' } }, async (request) => {
    const found = getDevice(request);
    await deviceLog.flush();
    const read = async (query: DeviceLogQuery) =>
      deviceLogResponse.shape.lines.parse(await repository.logLines(found.id, query));
    const { search, language } = request.query;
    return { lines: await (search && language !== 'en' ? searchLines(read, request.query) : read(request.query)) };
  });
}
