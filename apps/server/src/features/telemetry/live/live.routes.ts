import { type LiveClientMessage, liveClientMessage } from '@cyno/contract';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Http } from '../../../platform/http/index.ts';
import { closeCodes, type GuardedSocket, parseMessage, type WebSockets } from '../../../platform/web-socket/index.ts';
import type { Live, LiveCaller } from './live.service.ts';

/**
 * The live connection at `/api/live`. The token is the first message, never part of the address; a page of another origin
 * is refused before anything is read.
 */
export function liveRoutes(app: Http, { live, webSockets }: { live: Live; webSockets: WebSockets }): void {
  app.get('/api/live', { websocket: true, config: { access: 'public' }, schema: { hide: true } }, (socket, request) => {
    const guarded = webSockets.admit(socket, request);
    if (guarded) new Dialogue({ socket, guarded, live, log: request.log }).start();
  });
}

interface DialogueDeps {
  readonly socket: WebSocket;
  readonly guarded: GuardedSocket;
  readonly live: Live;
  readonly log: FastifyRequest['log'];
}

/** The conversation with one browser: `hello` first, then `watch` as often as it likes. */
class Dialogue {
  readonly #deps: DialogueDeps;
  #account: LiveCaller | undefined;
  #leave: () => void = () => {};
  /** Messages are handled one after the other, although `hello` waits for the database. */
  #turn: Promise<void> = Promise.resolve();

  constructor(deps: DialogueDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#deps.guarded.onMessage((text) => this.#receive(text));
    this.#deps.socket.on('close', () => {
      this.#leave();
      this.#leave = () => {};
    });
  }

  #receive(text: string): void {
    const { guarded, log } = this.#deps;
    const message = parseMessage(liveClientMessage, text);
    if (!message) {
      guarded.close(closeCodes.badMessage, 'Not a message of the live protocol.');
      return;
    }
    this.#turn = this.#turn
      .then(() => this.#handle(message))
      .catch((error: unknown) => {
        log.error({ err: error }, 'live message failed');
        guarded.close(closeCodes.failed, 'The server could not answer. Try again.');
      });
  }

  async #handle(message: LiveClientMessage): Promise<void> {
    const { socket, guarded, live } = this.#deps;
    if (guarded.isClosed) return;
    if (message.type === 'hello') return this.#hello(message.token);
    if (!this.#account) return guarded.close(closeCodes.badMessage, 'Say hello first.');
    if (message.type === 'console') return live.showConsole(socket, this.#account, message.espid);
    await live.watch(socket, this.#account, message);
  }

  async #hello(token: string): Promise<void> {
    const { socket, guarded, live } = this.#deps;
    if (this.#account) return;
    const account = await live.authenticate(token);
    if (socket.readyState !== socket.OPEN) return;
    if (!account) return guarded.close(closeCodes.notAuthenticated, 'Your session has ended. Log in again.');
    const leave = live.join(socket, account);
    if (!leave) return guarded.close(closeCodes.tooMany, 'Too many open pages for one account.');
    guarded.prove(`account ${account.id}`);
    this.#account = account;
    this.#leave = leave;
  }
}
