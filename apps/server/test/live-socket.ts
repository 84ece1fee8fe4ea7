import { EventEmitter, once } from 'node:events';
import type { LiveServerMessage } from '@cyno/contract';
import { type ClientOptions, WebSocket } from 'ws';

/** A browser's live connection for tests; keeps every message that it receives. */
export class LiveSocket {
  readonly received: LiveServerMessage[] = [];
  readonly socket: WebSocket;
  readonly #events = new EventEmitter();
  closeCode: number | undefined;

  constructor(http: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(`${http.replace(/^http/, 'ws')}/api/live`, options);
    this.socket.on('message', (data) => {
      this.received.push(JSON.parse(String(data)));
      this.#events.emit('change');
    });
    this.socket.on('close', (code) => {
      this.closeCode = code;
      this.#events.emit('change');
    });
    this.socket.on('error', () => {});
  }

  /** Connects, sends hello, and watches devices. */
  static async open(http: string, token: string, watch: string[] | '*' = '*'): Promise<LiveSocket> {
    const live = new LiveSocket(http);
    await once(live.socket, 'open');
    live.send({ type: 'hello', token });
    live.send({ type: 'watch', espids: watch });
    await live.next('ready');
    await live.settled();
    return live;
  }

  /** Resolves when the server has handled what was sent. */
  async settled(): Promise<void> {
    this.socket.ping();
    await once(this.socket, 'pong');
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The next message of this type that fits; it is taken out of `received`. */
  async next<T extends LiveServerMessage['type']>(
    type: T,
    fits: (message: Extract<LiveServerMessage, { type: T }>) => boolean = () => true,
  ): Promise<Extract<LiveServerMessage, { type: T }>> {
    type Wanted = Extract<LiveServerMessage, { type: T }>;
    for (;;) {
      const index = this.received.findIndex((message) => message.type === type && fits(message as Wanted));
      if (index >= 0) return this.received.splice(index, 1)[0] as Wanted;
      if (this.closeCode !== undefined) throw new Error(`The server closed the live connection: ${this.closeCode}`);
      await once(this.#events, 'change');
    }
  }

  async whenClosed(): Promise<number> {
    while (this.closeCode === undefined) await once(this.#events, 'change');
    return this.closeCode;
  }
}
