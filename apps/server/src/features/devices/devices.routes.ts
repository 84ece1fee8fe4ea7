import {
  type Device,
  device,
  deviceList,
  deviceLogQuery,
  deviceLogResponse,
  devicePatch,
  espid,
  sharedDeviceList,
  updateOrderRequest,
  updateOrderResponse,
} from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../platform/http/index.ts';
import type { GetDevice } from './device-access.ts';
import type { DeviceLog } from './device-log.ts';
import type { DevicesRepository } from './devices.repository.ts';
import type { Devices } from './devices.service.ts';

const params = z.object({ espid });

/** The account's devices over HTTP. `pendingOf` lists the boards that wait to be accepted. */
export function deviceRoutes(
  app: Http,
  deps: {
    devices: Devices;
    deviceLog: DeviceLog;
    repository: Pick<DevicesRepository, 'logLines'>;
    pendingOf(accountId: number): Promise<Device[]>;
    getDevice: GetDevice;
  },
): void {
  const { devices, deviceLog, repository, pendingOf, getDevice } = deps;

  app.get('/api/device/', { schema: { response: { 200: deviceList } } }, async ({ account }) => [
    ...devices.ofAccount(account.id).map((one) => devices.describe(one)),
    ...(await pendingOf(account.id)),
  ]);

  // Sharing is not built yet: nobody has shared anything, so the true answer is an empty list.
  app.get('/api/device/shared', { schema: { response: { 200: sharedDeviceList } } }, async () => []);

  app.post(
    '/api/device/update-order/',
    { schema: { body: updateOrderRequest, response: { 200: updateOrderResponse } } },
    async ({ account, body }) => {
      const pending = new Set((await pendingOf(account.id)).map((one) => one.espid));
      const wanted = body.devices.map((one) => one.espid).filter((one) => !pending.has(one));
      const saved = await devices.updateOrder(account.id, wanted);
      return { devices: saved.map((one) => ({ espid: one.espid, order: one.order })) };
    },
  );

  app.get(
    '/api/device/:espid',
    { config: { right: 'view' }, schema: { params, response: { 200: device } } },
    async (request) => devices.describe(getDevice(request)),
  );

  app.patch(
    '/api/device/:espid',
    { config: { right: 'manage' }, schema: { params, body: devicePatch, response: { 200: device } } },
    async (request) => {
      const { accountId, espid: id } = getDevice(request);
      return devices.describe(await devices.change(accountId, id, request.body));
    },
  );

  app.delete(
    '/api/device/:espid',
    { schema: { params, response: { 200: z.object({ restorableUntil: z.number() }) } } },
    async ({ account, params }) => devices.remove(account.id, params.espid),
  );

  app.post(
    '/api/device/:espid/restore',
    { schema: { params, response: { 200: device } } },
    async ({ account, params }) => devices.describe(await devices.restore(account.id, params.espid)),
  );

  app.get(
    '/api/device/:espid/log',
    {
      config: { right: 'manage' },
      schema: { params, querystring: deviceLogQuery, response: { 200: deviceLogResponse } },
    },
    async (request) => {
      const found = getDevice(request);
      await deviceLog.flush();
      return {
        lines: deviceLogResponse.shape.lines.parse(await repository.logLines(found.id, request.query)),
      };
    },
  );
}
