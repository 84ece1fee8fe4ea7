import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { createQuietLog, type Logger, type QuietLog } from '../log/index.ts';
import { StartError } from '../start-error.ts';

const retryMs = 500;
const connectMs = 3_000;
/** A server that vanished without a word is noticed after three of them. */
const pingMs = 2_000;
/** Of what is sent last before this server stops. */
const flushMs = 1_000;
/** Above the largest message, and below what a server of NATS takes unless it is configured otherwise. */
const leastMaxPayloadBytes = 512 * 1024;

interface NatsOptions {
  /** Addresses such as `nats://user:password@10.0.0.5:4222`; all with the same user. */
  readonly urls: readonly URL[];
  /** Shown by NATS. */
  readonly name: string;
  readonly log: Logger;
}

type Listener = (message: Buffer, respond: (content: object) => void) => void;

/**
 * The connection to NATS (https://docs.nats.io), through which servers reach each other. It is made again whenever it is lost, at another server of
 * NATS if there is one. What is published meanwhile may be lost: who needs to know uses a `Link`.
 */
export class Nats {
  readonly #options: NatsOptions;
  readonly #quietLog: QuietLog;
  readonly #stopping = new AbortController();
  readonly #subscriptions = new Map<symbol, { subject: string; listener: Listener; open?: Subscription | undefined }>();
  #connection: NatsConnection | undefined;
  #isConnected = false;
  /** When the connection was made or lost last, by `performance.now()`. */
  #changedAt = performance.now();
  /** Since when it is not connected, ms since the epoch; null: it is. */
  lostAt: number | null = Date.now();
  /** When it was connected last, ms since the epoch; 0: not yet. */
  connectedAt = 0;

  constructor(options: NatsOptions) {
    this.#options = options;
    this.#quietLog = createQuietLog(options.log);
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** For how long it has not been connected; 0: it is. */
  get awayMs(): number {
    return this.#isConnected ? 0 : performance.now() - this.#changedAt;
  }

  /** Rejects with a StartError when NATS refuses this server, or takes no messages as large as those of a link. One that cannot be reached is tried again until it can. */
  async start(): Promise<void> {
    await this.#connect().catch((error: unknown) => {
      if (error instanceof StartError) throw error;
      this.#failed(error);
    });
    void this.#run();
  }

  /** Resolves without waiting for a connection that is being made; it is closed then. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const connection = this.#connection;
    if (this.#isConnected)
      await Promise.race([connection?.flush(), pause(flushMs, undefined, { ref: false })]).catch(() => undefined);
    await connection?.close();
  }

  publish(subject: string, message: Buffer): void {
    // Closed for good only when this server stops.
    if (this.#connection?.isClosed() !== false) return;
    try {
      this.#connection.publish(subject, message);
    } catch (err) {
      this.#quietLog('error', 'NATS does not take a message', { err });
    }
  }

  /** Calls the listener with each message to this subject, also after the connection was made again; returns what ends that. */
  subscribe(subject: string, listener: Listener): () => void {
    const key = Symbol(subject);
    this.#subscriptions.set(key, { subject, listener });
    this.#open(key);
    return () => {
      const one = this.#subscriptions.get(key);
      this.#subscriptions.delete(key);
      if (one?.open?.isClosed() === false) one.open.unsubscribe();
    };
  }

  /** What the one that listens to this subject responds, as JSON; rejects when nobody listens, or none responds within three seconds. */
  async request(subject: string, content: object): Promise<unknown> {
    if (!this.#connection) throw new Error('NATS is not connected');
    const { data } = await this.#connection.request(subject, JSON.stringify(content), { timeout: connectMs });
    return JSON.parse(Buffer.from(data).toString());
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const connection = this.#connection;
      if (connection) await this.#watch(connection);
      await pause(retryMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.#connect().catch((error: unknown) => this.#failed(error));
    }
  }

  #failed(error: unknown): void {
    this.#quietLog('warn', 'NATS cannot be reached; trying again', { err: error }, String(error));
  }

  /** Resolves when the connection is closed for good. */
  async #watch(connection: NatsConnection): Promise<void> {
    const { log } = this.#options;
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#setConnected(false);
        if (!this.#stopping.signal.aborted)
          log.warn({ server: status.server }, 'The connection to NATS was lost; making it again');
      } else if (status.type === 'reconnect') {
        this.#setConnected(true);
        log.info({ server: status.server }, 'NATS is connected again');
      } else if (status.type === 'error') {
        this.#quietLog('warn', 'NATS reported an error', { err: status.error }, status.error.message);
      }
    }
    this.#setConnected(false);
    this.#connection = undefined;
  }

  async #connect(): Promise<void> {
    const { urls, name } = this.#options;
    // Who has one server loads none of it.
    const { AuthorizationError, connect } = await import('@nats-io/transport-node');
    const [first] = urls;
    const user = decodeURIComponent(first?.username ?? '');
    const pass = decodeURIComponent(first?.password ?? '');
    let connection: NatsConnection;
    try {
      connection = await connect({
        servers: urls.map(({ host }) => host),
        name,
        ...(pass ? { user, pass } : user && { token: user }),
        ...(first?.protocol === 'tls:' && { tls: {} }),
        timeout: connectMs,
        maxReconnectAttempts: -1,
        reconnectTimeWait: retryMs,
        reconnectJitter: retryMs / 2,
        pingInterval: pingMs,
        maxPingOut: 2,
        noEcho: true,
      });
    } catch (error) {
      if (!(error instanceof AuthorizationError)) throw error;
      throw new StartError('NATS refuses the user and password of NATS_URL. Set those that its configuration has.', {
        cause: error,
      });
    }
    if (this.#stopping.signal.aborted) {
      await connection.close();
      return;
    }
    const maxPayloadBytes = connection.info?.max_payload ?? leastMaxPayloadBytes;
    if (maxPayloadBytes < leastMaxPayloadBytes) {
      await connection.close();
      throw new StartError(
        `NATS takes messages of at most ${maxPayloadBytes} bytes. Set max_payload to 1MB in its configuration, or remove it.`,
      );
    }
    this.#connection = connection;
    this.#setConnected(true);
    for (const key of this.#subscriptions.keys()) this.#open(key);
  }

  #setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    this.#changedAt = performance.now();
    this.lostAt = isConnected ? null : Date.now();
    if (isConnected) this.connectedAt = Date.now();
  }

  #open(key: symbol): void {
    const one = this.#subscriptions.get(key);
    if (!one || !this.#connection || this.#connection.isClosed()) return;
    const { log } = this.#options;
    one.open = this.#connection.subscribe(one.subject, {
      callback(error, message) {
        if (error) {
          log.warn({ err: error, subject: one.subject }, 'NATS does not let this server listen');
          return;
        }
        const { data } = message;
        try {
          one.listener(Buffer.from(data.buffer, data.byteOffset, data.length), (content) =>
            message.respond(JSON.stringify(content)),
          );
        } catch (err) {
          log.error({ err, subject: one.subject }, 'A message of NATS could not be handled');
        }
      },
    });
  }
}
