import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { badRequest, because } from '../../../platform/errors.ts';
import {
  clientNetwork,
  fileSeconds,
  type Http,
  hasClientLeft,
  labelRequests,
  routesOf,
} from '../../../platform/http/index.ts';
import type { GetDevice } from '../devices/index.ts';
import type { BoardOrders } from './board-orders.ts';
import type { Downloads } from './downloads.ts';
import { maxImageBytes } from './images/image-header.ts';
import type { Images } from './images/images.service.ts';
import { UploadBound } from './images/upload-bound.ts';
import type { Rollouts } from './rollouts.service.ts';

/** The addresses of updates, fixed in every version of the library. */
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
  labelRequests(app, 'firmware', {
    'POST /api/firmware/images': 'Firmware image uploaded',
    'PATCH /api/firmware/images/:id': 'Firmware image changed',
    'DELETE /api/firmware/images/:id': 'Firmware image deleted',
    'POST /api/firmware/rollouts': 'Firmware rollout started',
    'POST /api/firmware/rollouts/:id/stop': 'Firmware rollout stopped',
    'POST /api/device/:espid/reboot': 'Board restarted',
    'POST /api/device/:espid/reset': 'Board wiped',
  });
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
    routesOf(scope)(
      'POST /api/firmware/images',
      {
        bodyLimit: maxImageBytes,
        config: { bodySeconds: fileSeconds },
        async preParsing(request, reply) {
          const giveBack = bound.take(request);
          // A client can have left while its token was looked up.
          if (hasClientLeft(request.raw)) giveBack();
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
  const route = routesOf(app);

  route('GET /api/firmware/images', ({ account }) => images.list(account.id));

  route('PATCH /api/firmware/images/:id', ({ account, params: { id }, body }) => images.change(account.id, id, body));

  route('DELETE /api/firmware/images/:id', async ({ account, params: { id } }, reply) => {
    await images.remove(account.id, id);
    return reply.code(204).send(null);
  });
}

function rolloutRoutes(app: Http, { rollouts, getDevice }: RouteDeps): void {
  const route = routesOf(app);

  route('GET /api/firmware/rollouts', async ({ account, query }) => ({
    rollouts: await rollouts.list(account.id, query.espid),
  }));

  route('POST /api/firmware/rollouts', async ({ account, body }, reply) =>
    reply.code(202).send(await rollouts.create(account, body)),
  );

  route('POST /api/firmware/rollouts/:id/stop', ({ account, params: { id } }) => rollouts.stop(account, id));

  route('GET /api/device/:espid/firmware', { config: { right: 'manage' } }, (request) =>
    rollouts.ofDevice(getDevice(request)),
  );
}

function boardRoutes(app: Http, { orders, getDevice }: RouteDeps): void {
  const route = routesOf(app);

  route('POST /api/device/:espid/reboot', { config: { right: 'manage' } }, async (request, reply) => {
    await orders.send(getDevice(request), 'reboot', request.account.email);
    return reply.code(202).send({ sent: true });
  });

  route('POST /api/device/:espid/reset', async (request, reply) => {
    const device = getDevice(request);
    if (request.body.espid !== device.espid)
      throw badRequest(
        'The id that was typed is not that of this device.',
        because('wrong_device_id', { espid: device.espid }),
      );
    await orders.send(device, 'reset', request.account.email);
    return reply.code(202).send({ sent: true });
  });
}

/** What boards call (protocol 3); the token proves who calls. A HEAD must not use it up. */
function downloadRoute(app: Http, { downloads }: RouteDeps): void {
  const route = routesOf(app);

  route(
    'GET /api/ota/:token/update',
    { config: { access: 'public', log: 'refusals' }, exposeHeadRoute: false },
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
