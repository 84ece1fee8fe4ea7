import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { clientNetwork, type Http, isSameOrigin } from '../../platform/http/index.ts';
import { createMemoryCounter } from '../../platform/throttle/index.ts';
import type { DashboardScope } from './dashboard-scope.ts';
import type { ScopeViewers, Viewer } from './scope-viewers.ts';

const helloWithinMs = 5_000;
/** As those of `/api/live`. */
export const closeCodes = {
  badMessage: 4400,
  notAuthenticated: 4401,
  otherOrigin: 4403,
  late: 4408,
  tooMany: 4429,
} as const;

/** What a hello opens, and to whom; or why it does not. */
export type Entrance =
  | {
      readonly scope: DashboardScope;
      readonly viewer: Viewer;
      /** Asked once more when the viewer is in: an end that came before was told to nobody. */
      stillHolds?(): Promise<boolean>;
    }
  | { readonly code: number; readonly reason: string };

interface ScopeLiveDeps {
  readonly path: string;
  readonly publicUrl: string | null;
  readonly viewers: ScopeViewers;
  /** Answers the first message, whatever that is; undefined: it is no hello. */
  enter(hello: unknown, network: string): Promise<Entrance | undefined>;
}

/** A live connection to one dashboard: one `hello`, then only the server speaks. */
export function scopeLiveRoute(app: Http, deps: ScopeLiveDeps): void {
  const connections = createMemoryCounter({ points: 60, windowSeconds: 60 });
  app.get(deps.path, { websocket: true, config: { access: 'public' }, schema: { hide: true } }, (socket, request) => {
    if (!isSameOrigin(request, deps.publicUrl)) {
      socket.close(closeCodes.otherOrigin, 'Open this from the pages of this server.');
      return;
    }
    connections.take(clientNetwork(request.ip)).then(
      () => listen(socket, request, deps),
      () => socket.close(closeCodes.tooMany, 'Too many connections. Wait a minute.'),
    );
  });
}

function listen(socket: WebSocket, request: FastifyRequest, deps: ScopeLiveDeps): void {
  const late = setTimeout(() => socket.close(closeCodes.late, 'No hello within 5 s.'), helloWithinMs);
  socket.once('message', (data, isBinary) => {
    clearTimeout(late);
    // Nothing else is expected, so nothing else is read.
    socket.on('message', () => socket.close(closeCodes.badMessage, 'One hello is enough.'));
    const hello = isBinary ? undefined : parse(String(data));
    join(socket, { hello, network: clientNetwork(request.ip) }, deps).catch((err: unknown) => {
      request.log.error({ err }, 'A shown dashboard could not be opened');
      socket.close(1011, 'The server could not answer. Try again.');
    });
  });
  socket.on('close', () => clearTimeout(late));
}

async function join(
  socket: WebSocket,
  { hello, network }: { hello: unknown; network: string },
  { enter, viewers }: ScopeLiveDeps,
): Promise<void> {
  const entrance = await enter(hello, network);
  if (!entrance) {
    socket.close(closeCodes.badMessage, 'Say hello first.');
    return;
  }
  if ('code' in entrance) {
    socket.close(entrance.code, entrance.reason);
    return;
  }
  if (socket.readyState !== socket.OPEN) return;
  const leave = viewers.join(socket, entrance.scope, entrance.viewer);
  if (!leave) {
    socket.close(closeCodes.tooMany, 'Too many people look at this now. Try again later.');
    return;
  }
  socket.once('close', leave);
  const holds = (await entrance.stillHolds?.()) ?? true;
  if (!holds) socket.close(closeCodes.notAuthenticated, 'Your session has ended. Log in again.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
