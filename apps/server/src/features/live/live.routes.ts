import { type LiveClientMessage, liveClientMessage } from '@cyno/contract';
import websocket from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { type Http, isSameOrigin } from '../../platform/http/index.ts';
import type { Live, LiveCaller } from './live.service.ts';

const helloWithinMs = 5_000;
const messagesPerSecond = 20;
const maxMessageBytes = 64 * 1024;

/** Codes of RFC 6455 7.4.2's private range, so that the browser knows whether to try again. */
const closeCodes = { badMessage: 4400, notAuthenticated: 4401, otherOrigin: 4403, late: 4408, tooMany: 4429 } as const;

/**
 * The live connection at `/api/live`. The token is the first message, never part of the address; a page of another origin
 * is refused before the connection opens.
 */
export async function liveRoutes(
  app: Http,
  { live, publicUrl }: { live: Live; publicUrl: string | null },
): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: maxMessageBytes },
    // Anybody can send what is no WebSocket, so it is no error of the server.
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'live connection failed');
      socket.terminate();
    },
  });
  app.get('/api/live', { websocket: true, config: { access: 'public' }, schema: { hide: true } }, (socket, request) => {
    if (!isSameOrigin(request, publicUrl)) {
      socket.close(closeCodes.otherOrigin, 'Open this from the pages of this server.');
      return;
    }
    new Dialogue(socket, live, request).start();
  });
}

/** The conversation with one browser: `hello` first, then `watch` as often as it likes. */
class Dialogue {
  readonly #socket: WebSocket;
  readonly #live: Live;
  readonly #log: FastifyRequest['log'];
  #account: LiveCaller | undefined;
  #leave: () => void = () => {};
  #allowance = messagesPerSecond;
  #timers: NodeJS.Timeout[] = [];
  /** Messages are handled one after the other, although `hello` waits for the database. */
  #turn: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, live: Live, request: FastifyRequest) {
    this.#socket = socket;
    this.#live = live;
    this.#log = request.log;
  }

  start(): void {
    const late = setTimeout(() => {
      if (!this.#account) this.#socket.close(closeCodes.late, 'No hello within 5 s.');
    }, helloWithinMs);
    const refill = setInterval(() => {
      this.#allowance = messagesPerSecond;
    }, 1_000);
    this.#timers = [late, refill];
    this.#socket.on('message', (data, isBinary) => this.#receive(String(data), isBinary));
    this.#socket.on('close', () => {
      for (const timer of this.#timers) clearTimeout(timer);
      this.#leave();
      this.#leave = () => {};
    });
  }

  #receive(text: string, isBinary: boolean): void {
    this.#allowance -= 1;
    const message = isBinary ? undefined : parse(text);
    if (this.#allowance < 0) {
      this.#socket.close(closeCodes.tooMany, 'Too many messages.');
      return;
    }
    if (!message) {
      this.#socket.close(closeCodes.badMessage, 'Not a message of the live protocol.');
      return;
    }
    this.#turn = this.#turn
      .then(() => this.#handle(message))
      .catch((error: unknown) => {
        this.#log.error({ err: error }, 'live message failed');
        this.#socket.close(1011, 'The server could not answer. Try again.');
      });
  }

  async #handle(message: LiveClientMessage): Promise<void> {
    if (message.type === 'hello') return this.#hello(message.token);
    if (!this.#account) return this.#socket.close(closeCodes.badMessage, 'Say hello first.');
    if (message.type === 'console') return this.#live.showConsole(this.#socket, this.#account, message.espid);
    this.#live.watch(this.#socket, this.#account, message.espids, message.replay);
  }

  async #hello(token: string): Promise<void> {
    if (this.#account) return;
    const account = await this.#live.authenticate(token);
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (!account) return this.#socket.close(closeCodes.notAuthenticated, 'Your session has ended. Log in again.');
    const leave = this.#live.join(this.#socket, account);
    if (!leave) return this.#socket.close(closeCodes.tooMany, 'Too many open pages for one account.');
    this.#account = account;
    this.#leave = leave;
  }
}

function parse(text: string): LiveClientMessage | undefined {
  try {
    return liveClientMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
