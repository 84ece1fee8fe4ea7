import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { clientNetwork, type Http } from '../../../platform/http/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import { closeCodes, type GuardedSocket, parseMessage, type WebSockets } from '../../../platform/web-socket/index.ts';
import type { DashboardScope } from './dashboard-scope.ts';
import type { ScopeViewers, Viewer } from './scope-viewers.ts';

/** What a hello opens, and to whom; or why it does not. */
export type Join =
  | {
      readonly scope: DashboardScope;
      readonly viewer: Viewer;
      /** Requested once more when the viewer is in: an end that came before was announced to nobody. */
      stillHolds?(): Promise<boolean>;
    }
  | { readonly code: number; readonly reason: string };

interface ScopeLiveDeps<Hello extends z.ZodType> {
  readonly path: string;
  readonly webSockets: WebSockets;
  readonly viewers: ScopeViewers;
  /** The only message that is expected. */
  readonly hello: Hello;
  enter(hello: z.infer<Hello>, network: string): Promise<Join>;
}

/** A live connection to one dashboard: one `hello`, then only the server speaks. */
export function scopeLiveRoute<Hello extends z.ZodType>(app: Http, deps: ScopeLiveDeps<Hello>): void {
  const connections = createMemoryCounter({ points: 60, windowSeconds: 60 });
  app.get(deps.path, { websocket: true, config: { access: 'public' }, schema: { hide: true } }, (socket, request) => {
    const guarded = deps.webSockets.admit(socket, request);
    if (!guarded) return;
    connections.take(clientNetwork(request.ip)).then(
      () => listen({ socket, guarded, request }, deps),
      () => guarded.close(closeCodes.tooMany, 'Too many connections. Wait a minute.'),
    );
  });
}

interface Visitor {
  readonly socket: WebSocket;
  readonly guarded: GuardedSocket;
  readonly request: FastifyRequest;
}

function listen<Hello extends z.ZodType>({ socket, guarded, request }: Visitor, deps: ScopeLiveDeps<Hello>): void {
  let isHeard = false;
  guarded.onMessage((text) => {
    if (isHeard) return guarded.close(closeCodes.badMessage, 'One hello is enough.');
    isHeard = true;
    const hello = parseMessage(deps.hello, text);
    if (hello === undefined) return guarded.close(closeCodes.badMessage, 'Say hello first.');
    const network = clientNetwork(request.ip);
    join({ socket, guarded }, { network, enter: () => deps.enter(hello, network) }, deps.viewers).catch(
      (err: unknown) => {
        request.log.error({ err }, 'A shared dashboard could not be opened');
        guarded.close(closeCodes.failed, 'The server could not answer. Try again.');
      },
    );
  });
}

async function join(
  { socket, guarded }: Omit<Visitor, 'request'>,
  { network, enter }: { network: string; enter(): Promise<Join> },
  viewers: ScopeViewers,
): Promise<void> {
  const joined = await enter();
  if ('code' in joined) return guarded.close(joined.code, joined.reason);
  if (socket.readyState !== socket.OPEN) return;
  const { account } = joined.viewer;
  const leave = viewers.join(socket, joined.scope, joined.viewer);
  if (!leave) return guarded.close(closeCodes.tooMany, 'Too many people look at this now. Try again later.');
  guarded.prove(account ? `account ${account.id}` : network);
  socket.once('close', leave);
  const holds = (await joined.stillHolds?.()) ?? true;
  if (!holds) guarded.close(closeCodes.notAuthenticated, 'Your session has ended. Log in again.');
}
