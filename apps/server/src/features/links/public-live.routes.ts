import { publicLiveHello } from '@cyno/contract';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import { clientNetwork, type Http, isSameOrigin } from '../../platform/http/index.ts';
import { createMemoryCounter } from '../../platform/throttle/index.ts';
import type { LinkViewers } from './link-viewers.ts';
import type { Links } from './links.service.ts';
import { isUnlocked } from './unlock.ts';

const helloWithinMs = 5_000;
/** As those of `/api/live`. */
const closeCodes = { badMessage: 4400, notAuthenticated: 4401, otherOrigin: 4403, late: 4408, tooMany: 4429 } as const;

interface PublicLiveDeps {
  readonly links: Links;
  readonly viewers: LinkViewers;
  readonly clock: Clock;
  readonly publicUrl: string | null;
}

/** The live connection of public links at `/api/public/live`: one `hello` with the token, then only the server speaks. */
export function publicLiveRoutes(app: Http, deps: PublicLiveDeps): void {
  const connections = createMemoryCounter({ points: 60, windowSeconds: 60 });
  app.get(
    '/api/public/live',
    { websocket: true, config: { access: 'public' }, schema: { hide: true } },
    (socket, request) => {
      const network = clientNetwork(request.ip);
      if (!isSameOrigin(request, deps.publicUrl)) {
        socket.close(closeCodes.otherOrigin, 'Open this from the pages of this server.');
        return;
      }
      connections.take(network).then(
        () => listen(socket, request, deps),
        () => socket.close(closeCodes.tooMany, 'Too many connections. Wait a minute.'),
      );
    },
  );
}

function listen(socket: WebSocket, request: FastifyRequest, deps: PublicLiveDeps): void {
  const late = setTimeout(() => socket.close(closeCodes.late, 'No hello within 5 s.'), helloWithinMs);
  let leave: (() => void) | undefined;
  socket.once('message', (data, isBinary) => {
    clearTimeout(late);
    // Nothing else is expected, so nothing else is read.
    socket.on('message', () => socket.close(closeCodes.badMessage, 'One hello is enough.'));
    join(socket, isBinary ? '' : String(data), { ...deps, network: clientNetwork(request.ip) }).then(
      (left) => {
        leave = left;
        if (socket.readyState !== socket.OPEN) leave?.();
      },
      (err: unknown) => {
        request.log.error({ err }, 'A public link could not be opened');
        socket.close(1011, 'The server could not answer. Try again.');
      },
    );
  });
  socket.on('close', () => {
    clearTimeout(late);
    leave?.();
  });
}

async function join(
  socket: WebSocket,
  text: string,
  { links, viewers, clock, network }: PublicLiveDeps & { network: string },
): Promise<(() => void) | undefined> {
  const hello = parse(text);
  if (!hello) {
    socket.close(closeCodes.badMessage, 'Say hello first.');
    return undefined;
  }
  const scope = await links.open(hello.token);
  if (!scope || !isUnlocked(scope.link, hello.unlock, clock.now())) {
    socket.close(closeCodes.notAuthenticated, 'There is no such link, or it has ended.');
    return undefined;
  }
  if (socket.readyState !== socket.OPEN) return undefined;
  const leave = viewers.join(socket, scope, network);
  if (!leave) socket.close(closeCodes.tooMany, 'Too many people look at this now. Try again later.');
  return leave;
}

function parse(text: string) {
  try {
    return publicLiveHello.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
