import { espid, variableSettings, variableSetUpList } from '@cyno/contract';
import { z } from 'zod';
import type { DeviceRequest, Http } from '../../platform/http/index.ts';
import type { VariableLooks } from './variable-looks.ts';

const params = z.object({ espid });
const keyParams = params.extend({ key: z.string().min(1).max(128) });

/** How variables of the account's devices are shown. `changed` is called when browsers are to read the device again. */
export function variableRoutes<Device extends { readonly id: number }>(
  app: Http,
  deps: {
    looks: VariableLooks;
    /** The device of a request; throws when the caller has not the route's right to it. */
    getDevice(request: DeviceRequest): Device;
    changed(device: Device): void;
  },
): void {
  const { looks, getDevice, changed } = deps;
  const response = { 200: variableSetUpList };

  app.get('/api/device/:espid/variables', { config: { right: 'view' }, schema: { params, response } }, (request) => ({
    variables: looks.list(getDevice(request).id),
  }));

  app.put(
    '/api/device/:espid/variables/:key',
    { config: { right: 'manage' }, schema: { params: keyParams, body: variableSettings, response } },
    async (request) => {
      const device = getDevice(request);
      await looks.set(device.id, request.params.key, request.body);
      changed(device);
      return { variables: looks.list(device.id) };
    },
  );

  app.delete(
    '/api/device/:espid/variables/:key',
    { config: { right: 'manage' }, schema: { params: keyParams, response } },
    async (request) => {
      const device = getDevice(request);
      await looks.forget(device.id, request.params.key);
      changed(device);
      return { variables: looks.list(device.id) };
    },
  );
}
