import { hasRight } from '@cyno/contract';
import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { DeviceAccess } from '../../boards/devices/index.ts';
import type { Annotations } from './annotations.service.ts';

interface RouteDeps {
  readonly annotations: Annotations;
  readonly access: Pick<DeviceAccess, 'getDevice' | 'roleOf'>;
}

/** The notes on a device's time line. */
export function annotationRoutes(app: Http, { annotations, access }: RouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'annotations', {
    'POST /api/device/:espid/annotations': 'Note written',
    'PUT /api/device/:espid/annotations/:id': 'Note changed',
    'DELETE /api/device/:espid/annotations/:id': 'Note deleted',
    'POST /api/device/:espid/annotations/:id/restore': 'Deletion of a note undone',
  });
  const { getDevice } = access;

  route('GET /api/device/:espid/annotations', { config: { right: 'view' } }, async (request) => {
    const device = getDevice(request);
    const list = await annotations.list(device, request.query);
    if (hasRight(access.roleOf(request.account.id, device) ?? 'viewer', 'manage')) return list;
    // Those with whom something is shared need not know each other's addresses.
    return { ...list, annotations: list.annotations.map((note) => ({ ...note, author: null })) };
  });

  route('POST /api/device/:espid/annotations', { config: { right: 'manage' } }, async (request, reply) => {
    const added = await annotations.add(getDevice(request), request.account.id, request.body);
    return reply.code(201).send(added);
  });

  route('PUT /api/device/:espid/annotations/:id', { config: { right: 'manage' } }, (request) =>
    annotations.change(getDevice(request), request.params.id, request.body),
  );

  route('DELETE /api/device/:espid/annotations/:id', { config: { right: 'manage' } }, async (request, reply) => {
    await annotations.remove(getDevice(request), request.params.id);
    return reply.code(204).send(null);
  });

  route('POST /api/device/:espid/annotations/:id/restore', { config: { right: 'manage' } }, (request) =>
    annotations.restore(getDevice(request), request.params.id),
  );
}
