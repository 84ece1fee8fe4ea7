import { type LiveClientMessage, type LiveHello, liveClientMessage } from '@cyno/contract';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { clientNetwork, type Http } from '../../../platform/http/index.ts';
import { type Counter, createMemoryCounter } from '../../../platform/throttle/index.ts';
import { closeCodes, type GuardedSocket, parseMessage, type WebSockets } from '../../../platform/web-socket/index.ts';
import type { OpenScope } from './live.scopes.ts';
import type { Live } from './live.service.ts';
import type { AccountViewer, Viewer } from './live.viewer.ts';

interface LiveRouteDeps {
  readonly live: Live;
  readonly webSockets: WebSockets;
  /** What a public link opens to who has typed its password; undefined: nothing. */
  openLink(token: string, unlock: string | null): Promise<OpenScope | undefined>;
  /** What a dashboard of somebody else opens to the account; undefined: nothing. */
  openShared(accountId: number, dashboardId: number): Promise<OpenScope | undefined>;
}

/**
 * The live connection at `/api/live`. The token is in the first message, never part of the address; a page of another origin
 * is refused before anything is read.
 */
export function liveRoutes(app: Http, deps: LiveRouteDeps): void {
  const scopeHellos = createMemoryCounter({ points: 60, windowSeconds: 60 });
  app.get('/api/live', { websocket: true, config: { access: 'public' }, schema: { hide: true } }, (socket, request) => {
    const guarded = deps.webSockets.admit(socket, request);
    if (guarded) new Dialogue({ ...deps, socket, guarded, request, scopeHellos }).start();
  });
}

interface DialogueDeps extends LiveRouteDeps {
  readonly socket: WebSocket;
  readonly guarded: GuardedSocket;
  readonly request: FastifyRequest;
  /** Hellos of links and of shares, of each network. */
  readonly scopeHellos: Pick<Counter, 'take'>;
}

/** The conversation with one browser: `hello` first, then from a page of an account `watch` as often as it likes. */
class Dialogue {
  readonly #deps: DialogueDeps;
  readonly #network: string;
  #viewer: Viewer | undefined;
  /** The viewer, when it is a page of an account. */
  #page: AccountViewer | undefined;
  /** Messages are handled one after the other, although `hello` waits for the database. */
  #turn: Promise<void> = Promise.resolve();

  constructor(deps: DialogueDeps) {
    this.#deps = deps;
    this.#network = clientNetwork(deps.request.ip);
  }

  start(): void {
    this.#deps.guarded.onMessage((text) => this.#receive(text));
    this.#deps.socket.on('close', () => this.#viewer?.leave());
  }

  #receive(text: string): void {
    const { guarded, request } = this.#deps;
    const message = parseMessage(liveClientMessage, text);
    if (!message) {
      guarded.close(closeCodes.badMessage, 'Not a message of the live protocol.');
      return;
    }
    this.#turn = this.#turn
      .then(() => this.#handle(message))
      .catch((error: unknown) => {
        request.log.error({ err: error }, 'live message failed');
        guarded.close(closeCodes.failed, 'The server could not answer. Try again.');
      });
  }

  async #handle(message: LiveClientMessage): Promise<void> {
    const { guarded, live } = this.#deps;
    if (guarded.isClosed) return;
    if (this.#page) {
      if (message.type === 'watch') await live.watch(this.#page, message);
      if (message.type === 'console') live.showConsole(this.#page, message.espid);
      return;
    }
    if (this.#viewer) return guarded.close(closeCodes.badMessage, 'One hello is enough.');
    if (message.type !== 'hello') return guarded.close(closeCodes.badMessage, 'Say hello first.');
    if ('link' in message) await this.#enterByLink(message);
    else await this.#enterWithAccount(message);
  }

  async #enterByLink({ link, unlock }: Extract<LiveHello, { link: string }>): Promise<void> {
    const { socket, guarded, live, openLink } = this.#deps;
    if (!(await this.#mayOpen('link'))) return;
    const open = await openLink(link, unlock ?? null);
    if (!open) return guarded.close(closeCodes.notAuthenticated, 'There is no such link, or it has ended.');
    if (socket.readyState !== socket.OPEN) return;
    this.#enter(live.joinScope(socket, open, { caller: null, origin: this.#network }));
  }

  async #enterWithAccount({ token, dashboard }: Extract<LiveHello, { token: string }>): Promise<void> {
    const { socket, guarded, live, openShared } = this.#deps;
    const endedReason = 'Your session has ended. Log in again.';
    if (dashboard !== undefined && !(await this.#mayOpen('share'))) return;
    const caller = await live.authenticate(token);
    if (socket.readyState !== socket.OPEN) return;
    if (!caller) return guarded.close(closeCodes.notAuthenticated, endedReason);
    if (dashboard === undefined) {
      this.#page = live.join(socket, caller);
      return this.#enter(this.#page);
    }
    const open = await openShared(caller.id, dashboard);
    if (!open) return guarded.close(closeCodes.notAuthenticated, 'This dashboard is not shared with you.');
    if (socket.readyState !== socket.OPEN) return;
    this.#enter(live.joinScope(socket, open, { caller, origin: `account ${caller.id}` }));
    // An end that came while the dashboard was read was announced to nobody.
    if (!(await live.authenticate(token))) guarded.close(closeCodes.notAuthenticated, endedReason);
  }

  async #mayOpen(kind: 'link' | 'share'): Promise<boolean> {
    const { guarded, scopeHellos } = this.#deps;
    return scopeHellos.take(`${kind} ${this.#network}`).then(
      () => true,
      () => {
        guarded.close(closeCodes.tooMany, 'Too many connections. Wait a minute.');
        return false;
      },
    );
  }

  #enter(viewer: Viewer | undefined): void {
    const { guarded } = this.#deps;
    this.#viewer = viewer;
    if (viewer) guarded.prove(viewer.origin);
    else guarded.close(closeCodes.tooMany, 'Too many pages are open. Close some, or try again later.');
  }
}
