import {
  type Device,
  device,
  deviceList,
  deviceLogQuery,
  deviceLogResponse,
  devicePatch,
  espid,
  updateOrderRequest,
  updateOrderResponse,
} from '@cyno/contract';
import { z } from 'zod';
import { forbidden } from '../../../platform/errors.ts';
import { gzipped, type Http } from '../../../platform/http/index.ts';
import { mapInSlices } from '../../../platform/map-in-slices.ts';
import { type DeviceAccess, visibleTo } from './device-access.ts';
import type { DeviceLog } from './device-log/device-log.ts';
import type { DeviceRecord } from './devices.directory.ts';
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
    access: Pick<DeviceAccess, 'getDevice' | 'roleOf'>;
  },
): void {
  const { devices, deviceLog, repository, pendingOf, access } = deps;
  const { getDevice } = access;
  const show = ({ account }: { account: { id: number } }, found: DeviceRecord): Device =>
    visibleTo(access.roleOf(account.id, found) ?? 'viewer', devices.describe(found));

  app.get(
    '/api/device/',
    {
      schema: { response: { 200: deviceList } },
      // Thousands of devices are not checked one by one against the schema that the compiler holds them to.
      serializerCompiler: () => JSON.stringify,
      onSend: gzipped,
    },
    async ({ account }) => [
      ...(await mapInSlices(devices.ofAccount(account.id), (one) => devices.describe(one))),
      ...(await pendingOf(account.id)),
    ],
  );

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
    async (request) => show(request, getDevice(request)),
  );

  app.patch(
    '/api/device/:espid',
    { config: { right: 'manage' }, schema: { params, body: devicePatch, response: { 200: device } } },
    async (request) => {
      const found = getDevice(request);
      if (request.body.favourite !== undefined && found.accountId !== request.account.id) {
        throw forbidden('Favourites belong to the list of its owner.');
      }
      return show(request, await devices.change(found.accountId, found.espid, request.body));
    },
  );

  app.delete(
    '/api/device/:espid',
    { schema: { params, response: { 200: z.object({ restorableUntil: z.number() }) } } },
    async (request) => devices.remove(request.account.id, getDevice(request).espid),
  );

  app.post(
    '/api/device/:espid/restore',
    // Its shares, guest passes and public links come back with it, and a token must not let others in.
    { config: { needs: 'session' }, schema: { params, response: { 200: device } } },
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
