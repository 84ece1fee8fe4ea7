import { annotation, annotationContent, annotationList, annotationsQuery, espid, hasRight } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { DeviceAccess } from '../../boards/devices/index.ts';
import type { Annotations } from './annotations.service.ts';

const params = z.object({ espid });
const noteParams = params.extend({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

interface RouteDeps {
  readonly annotations: Annotations;
  readonly access: Pick<DeviceAccess, 'getDevice' | 'roleOf'>;
}

/** The notes on a device's time line. */
export function annotationRoutes(app: Http, { annotations, access }: RouteDeps): void {
  const { getDevice } = access;

  app.get(
    '/api/device/:espid/annotations',
    { config: { right: 'view' }, schema: { params, querystring: annotationsQuery, response: { 200: annotationList } } },
    async (request) => {
      const device = getDevice(request);
      const list = await annotations.list(device, request.query);
      if (hasRight(access.roleOf(request.account.id, device) ?? 'viewer', 'manage')) return list;
      // Those with whom something is shared need not know each other's addresses.
      return { ...list, annotations: list.annotations.map((note) => ({ ...note, author: null })) };
    },
  );

  app.post(
    '/api/device/:espid/annotations',
    { config: { right: 'manage' }, schema: { params, body: annotationContent, response: { 201: annotation } } },
    async (request, reply) => {
      const added = await annotations.add(getDevice(request), request.account.id, request.body);
      return reply.code(201).send(added);
    },
  );

  app.put(
    '/api/device/:espid/annotations/:id',
    {
      config: { right: 'manage' },
      schema: { params: noteParams, body: annotationContent, response: { 200: annotation } },
    },
    (request) => annotations.change(getDevice(request), request.params.id, request.body),
  );

  app.delete(
    '/api/device/:espid/annotations/:id',
    { config: { right: 'manage' }, schema: { params: noteParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await annotations.remove(getDevice(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/device/:espid/annotations/:id/restore',
    { config: { right: 'manage' }, schema: { params: noteParams, response: { 200: annotation } } },
    (request) => annotations.restore(getDevice(request), request.params.id),
  );
}
