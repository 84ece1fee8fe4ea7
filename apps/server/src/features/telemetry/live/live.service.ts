import type { Alert, DeviceRole, LivePoint, Member } from '@cyno/contract';
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
import { AccountFilter, type DeviceMessage } from './live.filters.ts';
import { LiveScopes, type OpenScope } from './live.scopes.ts';
import type { AccountViewer, Channel, LiveCaller, Viewer } from './live.viewer.ts';

const tickMs = 10_000;
const checkMs = 1_000;
/** Anyone who leaves a page open continues looking. */
const visitMs = 60_000;
/** The last minute of so many devices stays below what a connection may have unsent, also where each sent 150 messages. */
const replayedAtOnce = 40;
const maxPerAccount = 100;

/** What an account may do with something of another changed. */
interface ShareChange {
  readonly thing: { readonly kind: 'device' | 'dashboard'; readonly id: number };
  readonly accountId: number;
  readonly ownerId: number;
}

interface LiveDeps {
  bus: EventBus;
  devices: Devices;
  access: Pick<DeviceAccess, 'find' | 'may' | 'roleOf' | 'audience' | 'sharedWith'>;
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

/**
 * Pushes points, presence, pairing and changes of the device list to the browsers of those who may see them: who that is, and what of
 * it they see, is for the filter of each to decide.
 */
export class Live {
  /** The viewers of dashboards of others. */
  readonly scopes: LiveScopes;
  readonly #deps: LiveDeps;
  readonly #accounts = new Map<number, Channel<AccountFilter, AccountViewer>>();
  readonly #dropped: Counter;
  readonly #droppedByScopes: Counter;
  /** Accounts that are to fetch their devices again: of many changes at once they are notified once. */
  readonly #devicesDue = new Set<number>();
  readonly #alertsDue = new Set<number>();
  readonly #scopesDue = new Set<Channel>();
  readonly #scenesDue = new Set<number>();
  readonly #pairingQueues = new Map<number, Promise<void>>();
  #unsubscribe: (() => void)[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(deps: LiveDeps) {
    this.#deps = deps;
    const scopes = new LiveScopes(deps.log);
    this.scopes = scopes;
    const accounts = this.#accounts;
    const registers = [deps.metrics];
    new Gauge({
      name: 'cyno_live_connections',
      help: 'Open live connections of browsers',
      registers,
      collect() {
        this.set(accounts.values().reduce((sum, { viewers }) => sum + viewers.size, 0));
      },
    });
    new Gauge({
      name: 'cyno_public_viewers',
      help: 'Open live connections of public links and shared dashboards',
      registers,
      collect() {
        this.set(scopes.size);
      },
    });
    this.#dropped = new Counter({
      name: 'cyno_live_points_dropped_total',
      help: 'Points that slow browsers were not sent, because a newer one took their place',
      registers,
    });
    this.#droppedByScopes = new Counter({
      name: 'cyno_public_points_dropped_total',
      help: 'Points that slow viewers of public links and shared dashboards were not sent, because a newer one took their place',
      registers,
    });
  }

  authenticate(token: string): Promise<LiveCaller | null> {
    return this.#deps.authenticate(token);
  }

  /** Adds a page of an account; undefined when the account has too many open. */
  join(socket: WebSocket, caller: LiveCaller): AccountViewer | undefined {
    const { id } = caller;
    const channel = this.#accounts.get(id) ?? { filter: new AccountFilter(id, this.#deps), viewers: new Set() };
    const { filter, viewers } = channel;
    if (viewers.size >= maxPerAccount) return undefined;
    this.#accounts.set(id, channel);
    const connection = new LiveConnection(socket, (points) => this.#dropped.inc(points));
    const leave = () => {
      if (viewers.delete(viewer) && viewers.size === 0) this.#accounts.delete(id);
    };
    const viewer = { connection, caller, origin: `account ${id}`, filter, leave };
    viewers.add(viewer);
    connection.send({ type: 'ready', now: this.#deps.clock.now() });
    if (seesPairing(caller)) this.#sendPairing(id, [connection]);
    return viewer;
  }

  /** Adds a viewer of a dashboard of somebody else; undefined when too many look already. */
  joinScope(socket: WebSocket, open: OpenScope, who: Pick<Viewer, 'caller' | 'origin'>): Viewer | undefined {
    const connection = new LiveConnection(socket, (points) => this.#droppedByScopes.inc(points));
    connection.watchAll([]);
    const viewer = this.scopes.join(open, { ...who, connection });
    if (viewer) connection.send({ type: 'ready', now: this.#deps.clock.now() });
    return viewer;
  }

  /** Watches devices; those that the account may not look at are left out without a word. */
  async watch(
    viewer: AccountViewer,
    { espids, replay }: { readonly espids: readonly string[] | '*'; readonly replay: boolean },
  ): Promise<void> {
    const { connection, filter } = viewer;
    const fresh =
      espids === '*'
        ? connection.watchAll(filter.devices().map((device) => device.espid))
        : connection.watch(new Set(espids.filter((espid) => filter.find(espid, 'view'))));
    this.#noteVisits(viewer);
    if (!replay) return;
    for (let start = 0; start < fresh.length; start += replayedAtOnce) {
      await connection.whenFree();
      await mapInSlices(fresh.slice(start, start + replayedAtOnce), (espid) => {
        const device = connection.watches(espid) ? filter.find(espid, 'view') : undefined;
        const points = device ? this.#deps.recent(device.id) : [];
        if (points.length > 0) connection.send({ type: 'points', espid, points, replay: true });
      });
    }
  }

  /** Sends the new lines of one device's event log from now on; one that the account may not read is left out without a word. */
  showConsole({ connection, filter }: AccountViewer, espid: string | null): void {
    connection.consoleOf = espid !== null && filter.find(espid, 'manage') ? espid : null;
  }

  /** Whether a page of the account is open. */
  isOpenFor(accountId: number): boolean {
    return this.#accounts.has(accountId);
  }

  /** Who has a connection open. */
  callers(): LiveCaller[] {
    return [...this.#viewers()].flatMap(({ caller }) => caller ?? []);
  }

  start(): void {
    const { bus, clock } = this.#deps;
    const { scopes } = this;
    this.#unsubscribe = [
      bus.subscribe(pointReceived, 'live', ({ deviceId, point }) => this.#pushPoint(deviceId, point)),
      bus.subscribe(variablesChanged, 'live', ({ deviceId, keys }) =>
        this.#notify(deviceId, ({ espid }) => ({ type: 'variables', espid }), keys),
      ),
      bus.subscribe(deviceLogWritten, 'live', ({ deviceId, lines }) =>
        this.#notify(deviceId, ({ espid }) => ({ type: 'log', espid, lines: [...lines] })),
      ),
      bus.subscribe(deviceListChanged, 'live', ({ accountId }) => {
        for (const id of new Set([accountId, ...this.#deps.sharedBy(accountId)])) this.devicesChanged(id);
        scopes.devicesChanged(accountId);
      }),
      bus.subscribe(presenceChanged, 'live', ({ deviceId, online, at }) =>
        this.#notify(deviceId, ({ espid }) => ({ type: 'presence', espid, online, at })),
      ),
      bus.subscribe(deviceReported, 'live', ({ deviceId, fact }) => {
        if (fact === 'info') this.#notify(deviceId, infoOf);
      }),
      bus.subscribe(commandChanged, 'live', ({ deviceId, ...change }) =>
        this.#notify(deviceId, ({ espid }) => ({ type: 'control', espid, ...change })),
      ),
      bus.subscribe(updateChanged, 'live', ({ deviceId }) => this.deviceChanged(deviceId, 'firmware')),
      bus.subscribe(annotationsChanged, 'live', ({ deviceId }) => this.deviceChanged(deviceId, 'annotations')),
      bus.subscribe(pairingChanged, 'live', ({ accountId }) => this.#pairingChanged(accountId)),
      bus.subscribe(sessionEnded, 'live', ({ sessionId }) => this.#end((caller) => caller.sessionId === sessionId)),
      bus.subscribe(accessTokenRevoked, 'live', ({ tokenId }) => this.#end((caller) => caller.tokenId === tokenId)),
      bus.subscribe(accountBlocked, 'live', ({ accountId }) => {
        scopes.refreshOf(accountId);
        this.#end((caller) => caller.id === accountId);
      }),
      bus.subscribe(accountChanged, 'live', ({ accountId, member }) => this.#restart(accountId, member)),
    ];
    this.#timers = [
      setInterval(() => {
        for (const { connection } of this.#viewers()) connection.send({ type: 'tick', now: clock.now() });
      }, tickMs),
      setInterval(() => {
        scopes.endExpired(clock.now());
        for (const { connection } of this.#viewers()) connection.check(clock.now());
        this.#sendDue();
      }, checkMs),
      setInterval(() => {
        for (const { viewers } of this.#accounts.values()) for (const viewer of viewers) this.#noteVisits(viewer);
      }, visitMs),
    ];
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    for (const { connection } of this.#viewers()) connection.close(1001, 'The server restarts.');
  }

  *#viewers(): Generator<Viewer> {
    for (const { viewers } of this.#accounts.values()) yield* viewers;
    for (const { viewers } of this.scopes.channels()) yield* viewers;
  }

  /** The channels that may have something of the device to show. */
  *#channelsOf(device: DeviceRecord): Generator<Channel> {
    for (const accountId of this.#deps.access.audience(device, 'view')) {
      const channel = this.#accounts.get(accountId);
      if (channel) yield channel;
    }
    yield* this.scopes.channelsOf(device.accountId);
  }

  #pushPoint(deviceId: number, point: LivePoint): void {
    const device = this.#deps.devices.findById(deviceId);
    if (!device) return;
    for (const { filter, viewers } of this.#channelsOf(device)) {
      const visible = filter.point(device, point);
      if (visible) for (const { connection } of viewers) connection.push(visible.espid, visible.point);
    }
  }

  #notify(deviceId: number, messageOf: (device: DeviceRecord) => DeviceMessage, keys: readonly string[] = []): void {
    const device = this.#deps.devices.findById(deviceId);
    if (!device) return;
    const message = messageOf(device);
    for (const { filter, viewers } of this.#channelsOf(device)) {
      const visible = filter.message(device, message, keys);
      if (visible) for (const { connection } of viewers) if (connection.wants(visible)) connection.send(visible);
    }
  }

  /** Something of a device is to be fetched again. */
  deviceChanged(deviceId: number, type: 'automation' | 'firmware' | 'dashboards' | 'annotations'): void {
    this.#notify(deviceId, ({ espid }) => ({ type, espid }));
  }

  /** Those who may see the device, or this alert of it, are to fetch alerts again, within a second. */
  alertsChanged(deviceId: number, alert?: Pick<Alert, 'key' | 'kind'>): void {
    const device = this.#deps.devices.findById(deviceId);
    if (!device) return;
    for (const id of this.#deps.access.audience(device, 'view')) this.alertRulesChanged(id);
    if (!alert) return;
    for (const channel of this.scopes.channelsOf(device.accountId)) {
      if (channel.filter.alert(device, alert)) this.#scopesDue.add(channel);
    }
  }

  /** The account is to fetch alerts and its rules again, within a second. */
  alertRulesChanged(accountId: number): void {
    if (this.#accounts.has(accountId)) this.#alertsDue.add(accountId);
  }

  /** The account is to fetch its scenes again, within a second. */
  scenesChanged(accountId: number): void {
    if (this.#accounts.has(accountId)) this.#scenesDue.add(accountId);
  }

  #sendDue(): void {
    for (const [type, due] of [
      ['devices', this.#devicesDue],
      ['alerts', this.#alertsDue],
      ['scenes', this.#scenesDue],
    ] as const) {
      for (const id of due) for (const { connection } of this.#pagesOf(id)) connection.send({ type });
      due.clear();
    }
    for (const { viewers } of this.#scopesDue)
      for (const { connection } of viewers) connection.send({ type: 'alerts' });
    this.#scopesDue.clear();
  }

  /** The account is to fetch its devices and what is offered to it again, within a second. */
  devicesChanged(accountId: number): void {
    if (this.#accounts.has(accountId)) this.#devicesDue.add(accountId);
  }

  /** The account is to fetch its dashboards again. */
  dashboardsChanged(accountId: number): void {
    for (const { connection } of this.#pagesOf(accountId)) connection.send({ type: 'account-dashboards' });
    this.scopes.refreshOf(accountId);
  }

  #pagesOf(accountId: number): Iterable<AccountViewer> {
    return this.#accounts.get(accountId)?.viewers ?? [];
  }

  /** What waits for a slow browser goes with the right to it. */
  shareChanged({ thing, accountId, ownerId }: ShareChange): void {
    const device = thing.kind === 'device' ? this.#deps.devices.findById(thing.id) : undefined;
    for (const viewer of this.#pagesOf(accountId)) {
      const { connection, filter } = viewer;
      if (device && !filter.find(device.espid, 'view')) connection.unwatch(device.espid);
      this.showConsole(viewer, connection.consoleOf);
    }
    for (const id of [accountId, ownerId]) this.devicesChanged(id);
  }

  #noteVisits({ connection, caller, filter }: AccountViewer): void {
    const { access, visited } = this.#deps;
    for (const espid of connection.named) {
      const device = filter.find(espid, 'view');
      const role = device && access.roleOf(caller.id, device);
      if (device && role && role !== 'owner') visited(caller.id, device, role);
    }
  }

  #pairingChanged(accountId: number): void {
    const pages = [...this.#pagesOf(accountId)].filter(({ caller }) => seesPairing(caller));
    this.#sendPairing(
      accountId,
      pages.map(({ connection }) => connection),
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
  #restart(accountId: number, member: Member): void {
    for (const { connection, caller } of this.#pagesOf(accountId)) {
      if (caller.tokenId === null && caller.member !== member) connection.restart();
    }
  }

  #end(match: (caller: LiveCaller) => boolean): void {
    for (const { connection, caller } of this.#viewers()) {
      if (caller && match(caller)) connection.end('This session was ended. Log in again.');
    }
  }
}

/** What browsers are sent when a board reported its network or firmware. */
const infoOf = ({ espid, rssi, ip, ssid, firmware }: DeviceRecord): DeviceMessage => ({
  type: 'info',
  espid,
  rssi,
  ip,
  ssid,
  firmware,
});

/** The pairing state holds the connection key, which no access token may learn. */
const seesPairing = (caller: LiveCaller): boolean => caller.tokenScope === null;
