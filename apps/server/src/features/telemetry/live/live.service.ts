import {
  type Member as AccountMember,
  type DeviceLogLine,
  type DeviceRole,
  hasRight,
  type LivePoint,
  type LiveServerMessage,
  type ShareRole,
} from '@cyno/contract';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { WebSocket } from 'ws';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { mapInSlices } from '../../../platform/map-in-slices.ts';
import { commandChanged } from '../../boards/control/index.ts';
import {
  type DeviceAccess,
  type DeviceRecord,
  type Devices,
  deviceListChanged,
  deviceLogWritten,
  deviceReported,
  presenceChanged,
} from '../../boards/devices/index.ts';
import { updateChanged } from '../../boards/firmware/index.ts';
import { type Pairing, pairingChanged } from '../../boards/pairing/index.ts';
import { accessTokenRevoked, accountBlocked, accountChanged, sessionEnded } from '../../people/accounts/index.ts';
import { annotationsChanged } from '../annotations/index.ts';
import { pointReceived } from '../ingest/index.ts';
import { variablesChanged } from '../variables/index.ts';
import { LiveConnection } from './live.connection.ts';
import { LiveHub } from './live.hub.ts';
import { forRole, infoOf } from './live.messages.ts';

const tickMs = 10_000;
const checkMs = 1_000;
/** Anyone who leaves a page open continues looking. */
const visitMs = 60_000;
const maxPerAccount = 100;

/** What an account may do with something of another changed. `role` null: nothing any more. */
interface ShareChange {
  readonly thing: { readonly kind: 'device' | 'dashboard'; readonly id: number };
  readonly accountId: number;
  readonly ownerId: number;
  readonly role: ShareRole | null;
}

/** Who opened a live connection, and with what. */
export interface LiveCaller {
  readonly id: number;
  readonly member: AccountMember;
  readonly sessionId: number | null;
  readonly tokenId: number | null;
  readonly tokenScope: 'read' | 'control' | null;
}

interface LiveDeps {
  bus: EventBus;
  devices: Devices;
  access: Pick<DeviceAccess, 'find' | 'roleOf' | 'audience' | 'sharedWith'>;
  /** The accounts with which the owner shares something. */
  sharedBy(ownerId: number): Iterable<number>;
  /** Called now and then for each device of others that a browser watches. */
  visited(accountId: number, device: DeviceRecord, role: DeviceRole): void;
  pairing: Pairing;
  clock: Clock;
  log: Logger;
  metrics: Registry;
  authenticate(token: string): Promise<LiveCaller | null>;
  recent(deviceId: number): LivePoint[];
}

interface Member {
  connection: LiveConnection;
  caller: LiveCaller;
}

/**
 * Pushes points, presence, pairing and changes of the device list to the browsers of those who may see them. Rights are checked at
 * each message, so that nothing outlives the right to it.
 */
export class Live {
  readonly #deps: LiveDeps;
  readonly #hub = new LiveHub();
  readonly #members = new Map<WebSocket, Member>();
  readonly #dropped: Counter;
  readonly #pairingQueues = new Map<number, Promise<void>>();
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

  /** Adds a browser; returns how to remove it, or undefined when the account has too many open. */
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

  /** Watches devices; those that the account may not look at are left out without a word. */
  async watch(
    socket: WebSocket,
    account: LiveCaller,
    { espids, replay }: { readonly espids: readonly string[] | '*'; readonly replay: boolean },
  ): Promise<void> {
    const connection = this.#members.get(socket)?.connection;
    if (!connection) return;
    const { devices, access } = this.#deps;
    const find = (espid: string) => access.find(account.id, espid, 'view');
    const all = () => [...devices.ofAccount(account.id), ...access.sharedWith(account.id)];
    const fresh =
      espids === '*'
        ? connection.watchAll(all().map((device) => device.espid))
        : connection.watch(new Set(espids.filter((espid) => find(espid))));
    this.#noteVisits({ connection, caller: account });
    if (!replay) return;
    await mapInSlices(fresh, (espid) => {
      const device = connection.watches(espid) ? find(espid) : undefined;
      const points = device ? this.#deps.recent(device.id) : [];
      if (points.length > 0) connection.send({ type: 'points', espid, points, replay: true });
    });
  }

  /** Whether a page of the account is open. */
  isOpenFor(accountId: number): boolean {
    return this.#hub.has(accountId);
  }

  /** Who has a connection open. */
  callers(): LiveCaller[] {
    return [...this.#members.values()].map(({ caller }) => caller);
  }

  /** Sends the new lines of one device's event log from now on; one that the account may not read is left out without a word. */
  showConsole(socket: WebSocket, account: LiveCaller, espid: string | null): void {
    const connection = this.#members.get(socket)?.connection;
    if (!connection) return;
    connection.consoleOf = espid !== null && this.#deps.access.find(account.id, espid, 'manage') ? espid : null;
  }

  start(): void {
    const { bus, devices, clock } = this.#deps;
    this.#unsubscribe = [
      bus.subscribe(pointReceived, 'live', ({ deviceId, espid, point }) => {
        for (const connection of this.#audience(devices.findById(deviceId), 'view')) connection.push(espid, point);
      }),
      bus.subscribe(variablesChanged, 'live', ({ deviceId }) => {
        const device = devices.findById(deviceId);
        // Also pages that watch nothing of it list its variables.
        if (device) this.#notify(device, { type: 'variables', espid: device.espid }, () => true);
      }),
      bus.subscribe(deviceLogWritten, 'live', ({ deviceId, lines }) => this.#logged(deviceId, lines)),
      bus.subscribe(deviceListChanged, 'live', ({ accountId }) => this.#listChanged(accountId)),
      bus.subscribe(presenceChanged, 'live', ({ deviceId, online, at }) => {
        const device = devices.findById(deviceId);
        if (device) this.#notify(device, { type: 'presence', espid: device.espid, online, at }, () => true);
      }),
      bus.subscribe(deviceReported, 'live', ({ deviceId, fact }) => {
        const device = fact === 'info' && devices.findById(deviceId);
        if (device) this.#notify(device, infoOf(device), () => true);
      }),
      bus.subscribe(commandChanged, 'live', ({ deviceId, commands }) => {
        const device = devices.findById(deviceId);
        if (device) this.#notifyWatchers(device, { type: 'control', espid: device.espid, commands: [...commands] });
      }),
      bus.subscribe(updateChanged, 'live', ({ deviceId }) => this.deviceChanged(deviceId, 'firmware')),
      bus.subscribe(annotationsChanged, 'live', ({ deviceId }) => this.deviceChanged(deviceId, 'annotations')),
      bus.subscribe(pairingChanged, 'live', ({ accountId }) => this.#pairingChanged(accountId)),
      bus.subscribe(sessionEnded, 'live', ({ sessionId }) => this.#end((caller) => caller.sessionId === sessionId)),
      bus.subscribe(accessTokenRevoked, 'live', ({ tokenId }) => this.#end((caller) => caller.tokenId === tokenId)),
      bus.subscribe(accountBlocked, 'live', ({ accountId }) => this.#end((caller) => caller.id === accountId)),
      bus.subscribe(accountChanged, 'live', ({ accountId, member }) => this.#restart(accountId, member)),
    ];
    this.#timers = [
      setInterval(() => {
        for (const connection of this.#hub.all()) connection.send({ type: 'tick', now: clock.now() });
      }, tickMs),
      setInterval(() => {
        for (const connection of this.#hub.all()) connection.check(clock.now());
      }, checkMs),
      setInterval(() => {
        for (const member of this.#members.values()) this.#noteVisits(member);
      }, visitMs),
    ];
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#members.keys()) socket.close(1001, 'The server restarts.');
  }

  *#audience(device: DeviceRecord | undefined, right: 'view' | 'manage'): Generator<LiveConnection> {
    if (!device) return;
    for (const accountId of this.#deps.access.audience(device, right)) yield* this.#hub.ofAccount(accountId);
  }

  #notify(device: DeviceRecord, message: LiveServerMessage, match: (connection: LiveConnection) => boolean): void {
    const { access } = this.#deps;
    for (const accountId of access.audience(device, 'view')) {
      if (!this.#hub.has(accountId)) continue;
      const visible = forRole(access.roleOf(accountId, device) ?? 'viewer', message);
      for (const connection of this.#hub.ofAccount(accountId)) if (match(connection)) connection.send(visible);
    }
  }

  #notifyWatchers(device: DeviceRecord, message: LiveServerMessage): void {
    this.#notify(device, message, (connection) => connection.watches(device.espid));
  }

  /** Something of a device is to be fetched again. */
  deviceChanged(deviceId: number, type: 'automation' | 'firmware' | 'dashboards' | 'annotations'): void {
    const device = this.#deps.devices.findById(deviceId);
    if (device) this.#notifyWatchers(device, { type, espid: device.espid });
  }

  /** The account is to fetch its devices and what is offered to it again. */
  devicesChanged(accountId: number): void {
    this.#hub.send(accountId, { type: 'devices' });
  }

  /** The account is to fetch its dashboards again. */
  dashboardsChanged(accountId: number): void {
    this.#hub.send(accountId, { type: 'account-dashboards' });
  }

  /** What waits for a slow browser goes with the right to it. */
  shareChanged({ thing, accountId, ownerId, role }: ShareChange): void {
    const device = thing.kind === 'device' ? this.#deps.devices.findById(thing.id) : undefined;
    if (device) {
      for (const connection of this.#hub.ofAccount(accountId)) {
        if (role === null) connection.unwatch(device.espid);
        const readsConsole = role !== null && hasRight(role, 'manage');
        if (!readsConsole && connection.consoleOf === device.espid) connection.consoleOf = null;
      }
    }
    for (const id of [accountId, ownerId]) this.devicesChanged(id);
  }

  #noteVisits({ connection, caller }: Member): void {
    const { access, visited } = this.#deps;
    for (const espid of connection.named) {
      const device = access.find(caller.id, espid, 'view');
      const role = device && access.roleOf(caller.id, device);
      if (device && role && role !== 'owner') visited(caller.id, device, role);
    }
  }

  #logged(deviceId: number, lines: readonly DeviceLogLine[]): void {
    const device = this.#deps.devices.findById(deviceId);
    if (!device) return;
    for (const connection of this.#audience(device, 'manage')) {
      if (connection.consoleOf === device.espid)
        connection.send({ type: 'log', espid: device.espid, lines: [...lines] });
    }
  }

  #listChanged(ownerId: number): void {
    for (const id of new Set([ownerId, ...this.#deps.sharedBy(ownerId)])) {
      this.devicesChanged(id);
    }
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
    const before = this.#pairingQueues.get(accountId) ?? Promise.resolve();
    // One after the other: an older state must not overtake a newer one.
    const turn = before
      .then(() => this.#deps.pairing.state(accountId))
      .then((state) => {
        for (const connection of connections) connection.send({ type: 'pairing', state });
      })
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'the pairing state was not pushed'))
      .finally(() => {
        if (this.#pairingQueues.get(accountId) === turn) this.#pairingQueues.delete(accountId);
      });
    this.#pairingQueues.set(accountId, turn);
  }

  /** Pages that began with other rights come back with those of now; an access token never has those of an administrator. */
  #restart(accountId: number, member: AccountMember): void {
    for (const { connection, caller } of this.#members.values()) {
      if (caller.id === accountId && caller.tokenId === null && caller.member !== member) connection.restart();
    }
  }

  #end(match: (caller: LiveCaller) => boolean): void {
    for (const { connection, caller } of this.#members.values()) {
      if (match(caller)) connection.end('This session was ended. Log in again.');
    }
  }
}

/** The pairing state holds the connection key, which no access token may learn. */
const seesPairing = (caller: LiveCaller): boolean => caller.tokenScope === null;
