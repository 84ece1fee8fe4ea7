import type { DeviceLogLine, LivePoint, LiveServerMessage } from '@cyno/contract';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { ControlEvent } from '../control/index.ts';
import type { DeviceEvent, DeviceRecord, Devices } from '../devices/index.ts';
import type { Pairing } from '../pairing/index.ts';
import { LiveConnection } from './live.connection.ts';
import { LiveHub } from './live.hub.ts';

const tickMs = 10_000;
const checkMs = 1_000;
const maxPerAccount = 100;

/** Who opened a live connection, and with what. */
export interface LiveCaller {
  readonly id: number;
  readonly sessionId: number | null;
  readonly tokenId: number | null;
  readonly tokenScope: 'read' | 'control' | null;
}

/** Something of a device is to be fetched again. */
export interface LiveNotice {
  readonly type: 'automation' | 'firmware' | 'dashboards' | 'annotations';
  readonly device: DeviceRecord;
}

interface LiveDeps {
  devices: Devices;
  pairing: Pairing;
  clock: Clock;
  log: Logger;
  metrics: Registry;
  authenticate(token: string): Promise<LiveCaller | null>;
  recent(deviceId: number): LivePoint[];
  onPoint(listener: (event: { accountId: number; espid: string; point: LivePoint }) => void): () => void;
  onLog(listener: (deviceId: number, lines: readonly DeviceLogLine[]) => void): () => void;
  onControl(listener: (event: ControlEvent) => void): () => void;
  onNotice(listener: (notice: LiveNotice) => void): () => void;
  /** Calls the listener with each account that is to read its dashboards again. */
  onDashboards(listener: (accountId: number) => void): () => void;
  onSessionEnded(listener: (event: { accountId: number; sessionId: number }) => void): () => void;
  onAccessTokenRevoked(listener: (event: { accountId: number; tokenId: number }) => void): () => void;
  onAccountBlocked(listener: (event: { accountId: number }) => void): () => void;
}

interface Member {
  connection: LiveConnection;
  caller: LiveCaller;
}

/** Pushes points, presence, pairing and changes of the device list to the browsers of the account, and to nobody else. */
export class Live {
  readonly #deps: LiveDeps;
  readonly #hub = new LiveHub();
  readonly #members = new Map<WebSocket, Member>();
  readonly #dropped: Counter;
  readonly #pairingTurns = new Map<number, Promise<void>>();
  #unsubscribe: (() => void)[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(deps: LiveDeps) {
    this.#deps = deps;
    const members = this.#members;
    new Gauge({
      name: 'cyno_live_connections',
      help: 'Open live connections of browsers',
      registers: [deps.metrics],
      collect() {
        this.set(members.size);
      },
    });
    this.#dropped = new Counter({
      name: 'cyno_live_points_dropped_total',
      help: 'Points that slow browsers were not sent, because a newer one took their place',
      registers: [deps.metrics],
    });
  }

  authenticate(token: string): Promise<LiveCaller | null> {
    return this.#deps.authenticate(token);
  }

  /** Adds a browser; answers how to remove it, or undefined when the account has too many open. */
  join(socket: WebSocket, caller: LiveCaller): (() => void) | undefined {
    if (this.#hub.count(caller.id) >= maxPerAccount) return undefined;
    const connection = new LiveConnection(socket, (points) => this.#dropped.inc(points));
    this.#members.set(socket, { connection, caller });
    this.#hub.add(caller.id, connection);
    connection.send({ type: 'ready', now: this.#deps.clock.now() });
    if (seesPairing(caller)) this.#sendPairing(caller.id, [connection]);
    return () => {
      this.#members.delete(socket);
      this.#hub.remove(caller.id, connection);
    };
  }

  /** Watches devices; those of other accounts are left out without a word. */
  watch(socket: WebSocket, account: LiveCaller, espids: readonly string[] | '*', replay: boolean): void {
    const connection = this.#members.get(socket)?.connection;
    if (!connection) return;
    const { devices } = this.#deps;
    const owned = devices.ofAccount(account.id);
    const fresh =
      espids === '*'
        ? connection.watchAll(owned.map((device) => device.espid))
        : connection.watch(new Set(espids.filter((espid) => devices.findOwned(account.id, espid))));
    if (!replay) return;
    for (const espid of fresh) {
      const device = devices.findOwned(account.id, espid);
      const points = device ? this.#deps.recent(device.id) : [];
      if (points.length > 0) connection.send({ type: 'points', espid, points, replay: true });
    }
  }

  /** Who has a connection open. */
  callers(): LiveCaller[] {
    return [...this.#members.values()].map(({ caller }) => caller);
  }

  /** Sends the new lines of one device's event log from now on; somebody else's is left out without a word. */
  showConsole(socket: WebSocket, account: LiveCaller, espid: string | null): void {
    const connection = this.#members.get(socket)?.connection;
    if (!connection) return;
    connection.consoleOf = espid !== null && this.#deps.devices.findOwned(account.id, espid) ? espid : null;
  }

  start(): void {
    const { devices, pairing, onPoint, onControl, onNotice, onDashboards, onLog, clock } = this.#deps;
    const { onSessionEnded, onAccessTokenRevoked, onAccountBlocked } = this.#deps;
    this.#unsubscribe = [
      onPoint(({ accountId, espid, point }) => {
        for (const connection of this.#hub.ofAccount(accountId)) connection.push(espid, point);
      }),
      onLog((deviceId, lines) => this.#logged(deviceId, lines)),
      devices.subscribe((event) => this.#deviceChanged(event)),
      onControl(({ device, commands }) =>
        this.#tellWatchers(device, { type: 'control', espid: device.espid, commands: [...commands] }),
      ),
      onNotice(({ type, device }) => this.#tellWatchers(device, { type, espid: device.espid })),
      onDashboards((accountId) => this.#hub.send(accountId, { type: 'account-dashboards' })),
      pairing.subscribe((accountId) => this.#pairingChanged(accountId)),
      onSessionEnded(({ sessionId }) => this.#end((caller) => caller.sessionId === sessionId)),
      onAccessTokenRevoked(({ tokenId }) => this.#end((caller) => caller.tokenId === tokenId)),
      onAccountBlocked(({ accountId }) => this.#end((caller) => caller.id === accountId)),
    ];
    this.#timers = [
      setInterval(() => {
        for (const connection of this.#hub.all()) connection.send({ type: 'tick', now: clock.now() });
      }, tickMs),
      setInterval(() => {
        for (const connection of this.#hub.all()) connection.check(clock.now());
      }, checkMs),
    ];
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#members.keys()) socket.close(1001, 'The server restarts.');
  }

  #tellWatchers({ accountId, espid }: DeviceRecord, message: LiveServerMessage): void {
    for (const connection of this.#hub.ofAccount(accountId)) {
      if (connection.watches(espid)) connection.send(message);
    }
  }

  #logged(deviceId: number, lines: readonly DeviceLogLine[]): void {
    const device = this.#deps.devices.findById(deviceId);
    if (!device) return;
    for (const connection of this.#hub.ofAccount(device.accountId)) {
      if (connection.consoleOf === device.espid)
        connection.send({ type: 'log', espid: device.espid, lines: [...lines] });
    }
  }

  #deviceChanged(event: DeviceEvent): void {
    if (event.type !== 'template' && this.#hub.has(event.accountId)) this.#hub.send(event.accountId, toMessage(event));
  }

  #pairingChanged(accountId: number): void {
    const members = [...this.#members.values()].filter(({ caller }) => caller.id === accountId && seesPairing(caller));
    this.#sendPairing(
      accountId,
      members.map(({ connection }) => connection),
    );
  }

  #sendPairing(accountId: number, connections: readonly LiveConnection[]): void {
    if (connections.length === 0) return;
    const before = this.#pairingTurns.get(accountId) ?? Promise.resolve();
    // One after the other: an older state must not overtake a newer one.
    const turn = before
      .then(() => this.#deps.pairing.state(accountId))
      .then((state) => {
        for (const connection of connections) connection.send({ type: 'pairing', state });
      })
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'the pairing state was not pushed'))
      .finally(() => {
        if (this.#pairingTurns.get(accountId) === turn) this.#pairingTurns.delete(accountId);
      });
    this.#pairingTurns.set(accountId, turn);
  }

  #end(match: (caller: LiveCaller) => boolean): void {
    for (const { connection, caller } of this.#members.values()) {
      if (match(caller)) connection.end('This session was ended. Log in again.');
    }
  }
}

/** The pairing state holds the connection key, which a token that only reads must not learn. */
const seesPairing = (caller: LiveCaller): boolean => caller.tokenScope !== 'read';

function toMessage(event: Exclude<DeviceEvent, { type: 'template' }>): LiveServerMessage {
  switch (event.type) {
    case 'list':
      return { type: 'devices' };
    case 'presence':
      return presenceOf(event.device);
    case 'info': {
      const { espid, rssi, ip, ssid, firmware } = event.device;
      return { type: 'info', espid, rssi, ip, ssid, firmware };
    }
  }
}

const presenceOf = ({ espid, online, onlineChangedAt, lastSeenAt }: DeviceRecord): LiveServerMessage => ({
  type: 'presence',
  espid,
  online,
  at: onlineChangedAt ?? lastSeenAt ?? 0,
});
