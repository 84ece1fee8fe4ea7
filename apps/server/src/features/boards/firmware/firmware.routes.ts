import {
  boardOrder,
  deviceFirmware,
  espid,
  firmwareImage,
  firmwareImageList,
  firmwareImagePatch,
  firmwareUpload,
  firmwareUploadQuery,
  resetRequest,
  rollout,
  rolloutList,
  rolloutRequest,
} from '@cyno/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { badRequest } from '../../../platform/errors.ts';
import { clientNetwork, fileSeconds, type Http } from '../../../platform/http/index.ts';
import type { GetDevice } from '../devices/index.ts';
import type { BoardOrders } from './board-orders.ts';
import type { Downloads } from './downloads.ts';
import { maxImageBytes } from './images/image-header.ts';
import type { Images } from './images/images.service.ts';
import { UploadBound } from './images/upload-bound.ts';
import type { Rollouts } from './rollouts.service.ts';

const largestId = 2 ** 31 - 1;
const idParams = z.object({ id: z.coerce.number().int().min(1).max(largestId) });
const deviceParams = z.object({ espid });
const tokenParams = z.object({ token: z.string() });

/** Fixed in every version of the library. */
const otaPath = '/api/ota/:token/update';
/** The addresses of that route. */
export const otaAddress = /^\/api\/ota\/[\w-]{1,64}\/update$/;

interface RouteDeps {
  readonly images: Images;
  readonly rollouts: Rollouts;
  readonly downloads: Downloads;
  readonly orders: BoardOrders;
  getDevice: GetDevice;
}

/** Images, rollouts, the boards' downloads, and restarting boards. */
export async function firmwareRoutes(app: Http, deps: RouteDeps): Promise<void> {
  await app.register(uploadRoute(deps));
  imageRoutes(app, deps);
  rolloutRoutes(app, deps);
  boardRoutes(app, deps);
  downloadRoute(app, deps);
}

/** The image is the body as it is, so in this scope nothing is read as JSON. */
const uploadRoute = ({ images }: RouteDeps): FastifyPluginAsyncZod =>
  async function upload(scope) {
    const bound = new UploadBound();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: maxImageBytes },
      (_request, body, done) => done(null, body),
    );
    scope.post(
      '/api/firmware/images',
      {
        bodyLimit: maxImageBytes,
        config: { bodySeconds: fileSeconds },
        schema: { querystring: firmwareUploadQuery, response: { 200: firmwareUpload, 201: firmwareUpload } },
        async preParsing(request, reply) {
          const giveBack = bound.take(request);
          // A client can have left while its token was looked up.
          if (reply.raw.closed) giveBack();
          else reply.raw.once('close', giveBack);
        },
      },
      async ({ account, query, body }, reply) => {
        if (!Buffer.isBuffer(body)) throw badRequest('Send the image as the body, of type application/octet-stream.');
        const response = await images.add(account.id, { content: body, ...query });
        return reply.code(response.known ? 200 : 201).send(response);
      },
    );
  };

function imageRoutes(app: Http, { images }: RouteDeps): void {
  app.get('/api/firmware/images', { schema: { response: { 200: firmwareImageList } } }, ({ account }) =>
    images.list(account.id),
  );

  app.patch(
    '/api/firmware/images/:id',
    { schema: { params: idParams, body: firmwareImagePatch, response: { 200: firmwareImage } } },
    ({ account, params: { id }, body }) => images.change(account.id, id, body),
  );

  app.delete(
    '/api/firmware/images/:id',
    { schema: { params: idParams, response: { 204: z.null() } } },
    async ({ account, params: { id } }, reply) => {
      await images.remove(account.id, id);
      return reply.code(204).send(null);
    },
  );
}

function rolloutRoutes(app: Http, { rollouts, getDevice }: RouteDeps): void {
  app.get('/api/firmware/rollouts', { schema: { response: { 200: rolloutList } } }, async ({ account }) => ({
    rollouts: await rollouts.list(account.id),
  }));

  app.post(
    '/api/firmware/rollouts',
    { schema: { body: rolloutRequest, response: { 202: rollout } } },
    async ({ account, body }, reply) => reply.code(202).send(await rollouts.create(account, body)),
  );

  app.post(
    '/api/firmware/rollouts/:id/stop',
    { schema: { params: idParams, response: { 200: rollout } } },
    ({ account, params: { id } }) => rollouts.stop(account, id),
  );

  app.get(
    '/api/device/:espid/firmware',
    { config: { right: 'manage' }, schema: { params: deviceParams, response: { 200: deviceFirmware } } },
    (request) => rollouts.ofDevice(getDevice(request)),
  );
}

function boardRoutes(app: Http, { orders, getDevice }: RouteDeps): void {
  app.post(
    '/api/device/:espid/reboot',
    { config: { right: 'manage' }, schema: { params: deviceParams, response: { 202: boardOrder } } },
    async (request, reply) => {
      await orders.send(getDevice(request), 'reboot', request.account.email);
      return reply.code(202).send({ sent: true });
    },
  );

  app.post(
    '/api/device/:espid/reset',
    { schema: { params: deviceParams, body: resetRequest, response: { 202: boardOrder } } },
    async (request, reply) => {
      const device = getDevice(request);
      if (request.body.espid !== device.espid) throw badRequest('The id that was typed is not that of this device.');
      await orders.send(device, 'reset', request.account.email);
      return reply.code(202).send({ sent: true });
    },
  );
}

/** What boards call (protocol 3); the token proves who calls. A HEAD must not use it up. */
function downloadRoute(app: Http, { downloads }: RouteDeps): void {
  app.get(
    otaPath,
    { config: { access: 'public', log: 'refusals' }, exposeHeadRoute: false, schema: { params: tokenParams } },
    async ({ params: { token }, headers, ip }, reply) => {
      const { image, body, follow } = await downloads.begin(token, { headers, network: clientNetwork(ip) });
      follow(reply.raw);
      return reply
        .headers({
          'content-type': 'application/octet-stream',
          'content-length': image.bytes,
          'x-md5': image.md5,
          connection: 'close',
          'cache-control': 'no-store, no-transform',
        })
        .send(body);
    },
  );
}
