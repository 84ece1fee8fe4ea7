import { espid, variableSettings, variableSetUpList } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../platform/http/index.ts';
import type { VariableLooks } from './variable-looks.ts';

const params = z.object({ espid });
const keyParams = params.extend({ key: z.string().min(1).max(128) });

/** How variables of the account's devices are shown. `changed` is called when browsers are to read the device again. */
export function variableRoutes<Device extends { readonly id: number }>(
  app: Http,
  deps: {
    looks: VariableLooks;
    /** The account's device; throws a 404. */
    getDevice(accountId: number, espid: string): Device;
    changed(device: Device): void;
  },
): void {
  const { looks, getDevice, changed } = deps;
  const response = { 200: variableSetUpList };

  app.get('/api/device/:espid/variables', { schema: { params, response } }, ({ account, params: { espid: id } }) => ({
    variables: looks.list(getDevice(account.id, id).id),
  }));

  app.put(
    '/api/device/:espid/variables/:key',
    { schema: { params: keyParams, body: variableSettings, response } },
    async ({ account, params: { espid: id, key }, body }) => {
      const device = getDevice(account.id, id);
      await looks.set(device.id, key, body);
      changed(device);
      return { variables: looks.list(device.id) };
    },
  );

  app.delete(
    '/api/device/:espid/variables/:key',
    { schema: { params: keyParams, response } },
    async ({ account, params: { espid: id, key } }) => {
      const device = getDevice(account.id, id);
      await looks.forget(device.id, key);
      changed(device);
      return { variables: looks.list(device.id) };
    },
  );
}
