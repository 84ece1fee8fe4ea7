import type { Server, Socket } from 'node:net';
import type { Registry } from 'prom-client';
import type { AddressList } from '../address-list.ts';
import type { Clock } from '../clock.ts';
import { createQuietLog, type Logger, type QuietLog } from '../log/index.ts';
import { LoopShares } from '../work-budget/index.ts';
import { type BrokerCounts, createBrokerCounts } from './broker-metrics.ts';
import { combineHooks } from './combined-hooks.ts';
import { Connection } from './connections/connection.ts';
import { Login } from './connections/login.ts';
import type {
  AppSession,
  BoardSession,
  BrokerHooks,
  BrokerPorts,
  DeviceBroker,
  FeatureHooks,
} from './device-broker.ts';
import { maxHalfOpenSockets, maxPieceMs, maxSweepDelayMs, shareLimits, sweepMs } from './limits.ts';
import type { BoardCertificate } from './listeners/board-certificate.ts';
import { HalfOpenSockets } from './listeners/half-open-sockets.ts';
import { createEncryptedServer, createPlainServer, createProxiedServer, listen } from './listeners/listeners.ts';
import { publishQos0 } from './mqtt/packet-encoder.ts';
import { SessionRegistry } from './sessions/session-registry.ts';
import { Sessions } from './sessions/sessions.ts';

export interface EmbeddedBrokerOptions {
  readonly log: Logger;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly tlsHost: string;
  /** 0 picks a free port. */
  readonly tlsPort: number;
  readonly plainHost: string;
  /** null: no unencrypted port; 0 picks a free one. */
  readonly plainPort: number | null;
  /** A port, encrypted too, for proxies that name their clients (PROXY protocol); null: none; port 0 picks a free one. */
  readonly proxied: { readonly port: number; readonly proxies: AddressList } | null;
  readonly tls: BoardCertificate;
}

/** The MQTT broker inside the server's process. */
export function createEmbeddedBroker(options: EmbeddedBrokerOptions): DeviceBroker {
  return new EmbeddedBroker(options);
}

/** How long `stop` waits for peers to take what was sent last. */
const stopLimitMs = 1_000;

class EmbeddedBroker implements DeviceBroker {
  readonly #options: EmbeddedBrokerOptions;
  readonly #counts: BrokerCounts;
  readonly #log: QuietLog;
  readonly #halfOpen: HalfOpenSockets;
  readonly #registry = new SessionRegistry();
  #sessions: Sessions | undefined;
  readonly #shares = new LoopShares(shareLimits, maxPieceMs);
  readonly #connections = new Map<Connection, Socket>();
  readonly #features: FeatureHooks[] = [];
  #hooks: BrokerHooks | undefined;
  readonly #servers: Server[] = [];
  /** Of each port that is closed: resolves when its last connection has ended. */
  readonly #ended: Promise<void>[] = [];
  #sweeper: NodeJS.Timeout | undefined;
  #sweptAt = 0;

  constructor(options: EmbeddedBrokerOptions) {
    this.#options = options;
    this.#counts = createBrokerCounts(options.metrics);
    this.#log = createQuietLog(options.log);
    this.#halfOpen = new HalfOpenSockets({ counts: this.#counts, log: this.#log, limit: maxHalfOpenSockets });
  }

  use(hooks: FeatureHooks): void {
    this.#features.push(hooks);
  }

  async start(): Promise<BrokerPorts> {
    const { clock, tlsHost, tlsPort, plainHost, plainPort, proxied, tls } = this.#options;
    const counts = this.#counts;
    const log = this.#log;
    const hooks = combineHooks(this.#features, log);
    this.#hooks = hooks;
    const sessions = new Sessions({ hooks, registry: this.#registry, clock, counts, log });
    this.#sessions = sessions;
    const deps = {
      halfOpen: this.#halfOpen,
      log,
      accept: (socket: Socket) => this.#accept(socket, { hooks, sessions }),
    };
    const open = (server: Server, at: Parameters<typeof listen>[1]) => {
      this.#servers.push(server);
      return listen(server, at);
    };
    this.#sweptAt = performance.now();
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs);
    try {
      const encrypted = { host: tlsHost, port: tlsPort, setting: 'MQTT_TLS_PORT' };
      const behindProxies = { host: tlsHost, port: proxied?.port ?? 0, setting: 'MQTT_PROXY_PORT' };
      const plain = plainPort === null ? null : { host: plainHost, port: plainPort, setting: 'MQTT_PORT' };
      return {
        tlsPort: await open(createEncryptedServer(tls, deps), encrypted),
        plainPort: plain && (await open(createPlainServer(deps), plain)),
        proxiedPort: proxied && (await open(createProxiedServer(tls, proxied.proxies, deps), behindProxies)),
      };
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  isListening(): boolean {
    return this.#servers.length > 0 && this.#servers.every((server) => server.listening);
  }

  closePorts(): void {
    this.#ended.push(...this.#servers.splice(0).map(closeServer));
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    this.closePorts();
    this.#halfOpen.expireAll();
    for (const connection of this.#connections.keys()) connection.close('shutdown');
    this.#sessions?.finishClosings();
    const cut = setTimeout(() => {
      for (const socket of this.#connections.values()) socket.destroy();
    }, stopLimitMs);
    await Promise.all(this.#ended.splice(0));
    clearTimeout(cut);
  }

  publishToBoard(espid: string, subtopic: string, payload: string): boolean {
    const topic = `/${espid}/${subtopic}`;
    const packet = publishQos0(Buffer.from(topic), Buffer.from(payload));
    if (payload === '') throw new RangeError(`The board would drop an empty payload on ${topic}.`);
    if (packet.length > (this.#hooks?.maxPacketBytes(espid) ?? Number.POSITIVE_INFINITY)) {
      throw new RangeError(`A packet of ${packet.length} bytes on ${topic} is larger than the board can read.`);
    }
    const board = this.#registry.findBoard(espid);
    if (!board || board.session.deviceId === null) return false;
    board.connection.send(packet);
    return true;
  }

  session(espid: string, accountId?: number): BoardSession | undefined {
    return this.#registry.findBoard(espid, accountId)?.session;
  }

  disconnectBoard(espid: string, accountId?: number): void {
    for (const { connection, session } of this.#registry.boards(espid)) {
      if (accountId === undefined || session.accountId === accountId) connection.close('kicked');
    }
  }

  disconnectApps(match: (session: AppSession) => boolean): void {
    for (const app of [...this.#registry.allApps()]) {
      if (match(app.session)) app.connection.close('kicked');
    }
  }

  #accept(socket: Socket, { hooks, sessions }: { hooks: BrokerHooks; sessions: Sessions }): void {
    const counts = this.#counts;
    const log = this.#log;
    const halfOpen = this.#halfOpen.find(socket);
    if (!halfOpen) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, halfOpen.remoteAddress, { counts, log, shares: this.#shares });
    const login = new Login(connection, {
      hooks,
      counts,
      log,
      open: (clientId, admission) => sessions.open(connection, clientId, admission),
      done: () => this.#halfOpen.remove(halfOpen),
    });
    connection.handler = login;
    halfOpen.expire = () => login.expire();
    this.#connections.set(connection, socket);
    socket.once('close', () => this.#connections.delete(connection));
  }

  #sweep(): void {
    const now = performance.now();
    const delayMs = now - this.#sweptAt - sweepMs;
    this.#sweptAt = now;
    if (delayMs > maxSweepDelayMs) {
      this.#halfOpen.forgive(delayMs);
      for (const connection of this.#connections.keys()) connection.forgive(delayMs, now);
    }
    this.#halfOpen.sweep(now);
    for (const connection of this.#connections.keys()) connection.sweep(now);
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
