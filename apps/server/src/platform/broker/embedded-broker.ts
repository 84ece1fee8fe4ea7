import type { Registry } from 'prom-client';
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
import { loginMs, maxHalfOpenSockets, maxPieceMs, maxSweepDelayMs, shareLimits, sweepMs } from './limits.ts';
import { type BoardPortOptions, BoardPorts } from './listeners/board-ports.ts';
import type { ClientSocket } from './listeners/client-socket.ts';
import { HalfOpenSockets } from './listeners/half-open-sockets.ts';
import { publishQos0 } from './mqtt/packet-encoder.ts';
import { SessionRegistry } from './sessions/session-registry.ts';
import { Sessions } from './sessions/sessions.ts';

export interface EmbeddedBrokerOptions extends BoardPortOptions {
  readonly log: Logger;
  readonly metrics: Registry;
  readonly clock: Clock;
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
  readonly #connections = new Map<Connection, ClientSocket>();
  readonly #features: FeatureHooks[] = [];
  #hooks: BrokerHooks | undefined;
  #ports: BoardPorts | undefined;
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
    const { clock } = this.#options;
    const counts = this.#counts;
    const log = this.#log;
    const hooks = combineHooks(this.#features, log);
    this.#hooks = hooks;
    this.#sessions = new Sessions({ hooks, registry: this.#registry, clock, counts, log });
    this.#ports = new BoardPorts(this.#options, {
      halfOpen: this.#halfOpen,
      log,
      accept: (socket) => this.#accept(socket),
    });
    this.#sweptAt = performance.now();
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs);
    try {
      return await this.#ports.open();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  accept(socket: ClientSocket, address: string): void {
    if (this.#halfOpen.add(socket, loginMs.plain, address)) this.#accept(socket);
  }

  isListening(): boolean {
    return this.#ports?.isListening() ?? false;
  }

  directMessages(): number {
    return this.#counts.direct.messages;
  }

  closePorts(): void {
    this.#ports?.close();
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
    await this.#ports?.ended();
    clearTimeout(cut);
    // Who is brought here by others from now on comes too late.
    this.#hooks = undefined;
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

  #accept(socket: ClientSocket): void {
    const counts = this.#counts;
    const log = this.#log;
    const hooks = this.#hooks;
    const sessions = this.#sessions;
    const halfOpen = this.#halfOpen.find(socket);
    if (!halfOpen || !hooks || !sessions) {
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
