import { maxBlueprintBytes } from '@cyno/contract';
import { type Http, routesOf } from '../../../platform/http/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { DeviceAccess } from '../../boards/devices/index.ts';
import type { Blueprints } from './blueprints.service.ts';
import { builtIn } from './built-in.ts';

interface RouteDeps {
  readonly blueprints: Blueprints;
  readonly access: Pick<DeviceAccess, 'getDevice'>;
}

/** Quotes of a blueprint take twice their room as a text in JSON, and other signs still more. */
const bodyLimit = 4 * maxBlueprintBytes;

/** Exporting automations and scenes as blueprints, and what blueprints become; what comes of them is stored like any other. */
export function blueprintRoutes(app: Http, { blueprints, access }: RouteDeps): void {
  const route = routesOf(app);
  const reads = createMemoryCounter({ points: 120, windowSeconds: 60 });

  route('GET /api/blueprints', () => ({ blueprints: [...builtIn] }));

  route('POST /api/blueprints/read', { bodyLimit }, async ({ account, body }) => {
    await reads.take(String(account.id));
    return blueprints.read(body.text);
  });

  route('POST /api/blueprints/fill', { bodyLimit }, async ({ account, body }) => {
    await reads.take(String(account.id));
    return blueprints.fill(account.id, body.text, body.values);
  });

  route('POST /api/device/:espid/automations/:id/blueprint', { config: { right: 'view' } }, (request) =>
    blueprints.exportAutomation(
      request.account.id,
      { device: access.getDevice(request), id: request.params.id },
      request.body,
    ),
  );

  route('POST /api/scenes/:id/blueprint', ({ account, params: { id }, body }) =>
    blueprints.exportScene(account.id, id, body),
  );
}
