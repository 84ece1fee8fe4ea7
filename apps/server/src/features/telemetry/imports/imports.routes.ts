import {
  espid,
  importCreated,
  importList,
  importPieceBytes,
  importPieceQuery,
  importPieceReceived,
  importPreview,
  importPreviewRequest,
  importRequest,
  importStart,
  importState,
} from '@cyno/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { badRequest } from '../../../platform/errors.ts';
import { clientNetwork, type Http } from '../../../platform/http/index.ts';
import type { GetDevice } from '../../boards/devices/index.ts';
import type { Imports } from './imports.service.ts';

const params = z.object({ espid });
const fileParams = params.extend({ id: z.string().max(64) });
const config = { right: 'manage' as const };

interface RouteDeps {
  readonly imports: Imports;
  getDevice: GetDevice;
}

/** Bringing a file into the history: announce it, send its pieces, look at it, start, follow, cancel. */
export async function importRoutes(app: Http, deps: RouteDeps): Promise<void> {
  const { imports, getDevice } = deps;
  await app.register(pieceRoute(deps));

  app.post(
    '/api/device/:espid/imports',
    { config, schema: { params, body: importRequest, response: { 201: importCreated } } },
    async (request, reply) => {
      const from = { accountId: request.account.id, network: clientNetwork(request.ip) };
      const created = await imports.announce(getDevice(request), from, request.body);
      return reply.code(201).send(created);
    },
  );

  app.post(
    '/api/device/:espid/imports/:id/preview',
    { config, schema: { params: fileParams, body: importPreviewRequest, response: { 200: importPreview } } },
    (request) =>
      imports.preview(getDevice(request), request.params.id, {
        ...request.body,
        zone: request.body.zone ?? request.account.timeZone ?? 'UTC',
      }),
  );

  app.post(
    '/api/device/:espid/imports/:id/start',
    { config, schema: { params: fileParams, body: importStart, response: { 202: importState } } },
    async (request, reply) => reply.code(202).send(imports.run(getDevice(request), request.params.id, request.body)),
  );

  app.post(
    '/api/device/:espid/imports/:id/resume',
    { config, schema: { params: fileParams, response: { 202: importState } } },
    async (request, reply) => reply.code(202).send(imports.resume(getDevice(request), request.params.id)),
  );

  app.get(
    '/api/device/:espid/imports',
    { config, schema: { params, response: { 200: importList } } },
    async (request) => ({ imports: imports.list(getDevice(request), request.account.id) }),
  );

  app.get(
    '/api/device/:espid/imports/:id',
    { config, schema: { params: fileParams, response: { 200: importState } } },
    async (request) => imports.state(getDevice(request), request.params.id),
  );

  app.delete(
    '/api/device/:espid/imports/:id',
    { config, schema: { params: fileParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await imports.cancel(getDevice(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** A piece is the body as it is, so in this scope nothing is read as JSON. */
const pieceRoute = ({ imports, getDevice }: RouteDeps): FastifyPluginAsyncZod =>
  async function piece(scope) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: importPieceBytes },
      (_request, body, done) => done(null, body),
    );
    scope.put(
      '/api/device/:espid/imports/:id/piece',
      {
        config,
        bodyLimit: importPieceBytes,
        schema: { params: fileParams, querystring: importPieceQuery, response: { 200: importPieceReceived } },
      },
      async (request) => {
        const { body } = request;
        const device = getDevice(request);
        if (!Buffer.isBuffer(body)) throw badRequest('Send the piece as the body, of type application/octet-stream.');
        return imports.take(device, request.params.id, { offset: request.query.offset, bytes: body });
      },
    );
  };
