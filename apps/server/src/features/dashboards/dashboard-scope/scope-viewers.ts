import type { LivePoint, LiveServerMessage } from '@cyno/contract';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { WebSocket } from 'ws';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { accountRequester, runFor } from '../../../platform/requester.ts';
import { closeCodes } from '../../../platform/web-socket/index.ts';
import { commandChanged } from '../../boards/control/index.ts';
import { deviceListChanged, presenceChanged } from '../../boards/devices/index.ts';
import { accessTokenRevoked, accountBlocked, sessionEnded } from '../../people/accounts/index.ts';
import { pointReceived } from '../../telemetry/ingest/index.ts';
import { LiveConnection } from '../../telemetry/live/index.ts';
import { variablesChanged } from '../../telemetry/variables/index.ts';
import { accountDashboardsChanged, deviceDashboardChanged } from '../dashboards/index.ts';
import type { DashboardScope, ScopedDevice } from './dashboard-scope.ts';

const tickMs = 10_000;
const checkMs = 1_000;
/** Of one link, from one network or account, and in all. */
const maxViewers = { ofChannel: 200, ofOrigin: 30, inAll: 2_000 };

interface ScopeViewersDeps {
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
  /** What a channel shows now; undefined when it is no more. */
  reopen(channel: string): Promise<DashboardScope | undefined>;
}

/** With what somebody with an account came in. */
export interface ViewerAccount {
  readonly id: number;
  readonly sessionId: number | null;
  readonly tokenId: number | null;
}

/** A viewer: from which network or account, and with what. */
export interface Viewer {
  readonly origin: string;
  /** Null: somebody without an account. */
  readonly account: ViewerAccount | null;
}

interface OpenViewer extends Viewer {
  readonly connection: LiveConnection;
}

/** All viewers of one link, or at one shared dashboard in one account. */
interface Channel {
  scope: DashboardScope;
  readonly viewers: Map<WebSocket, OpenViewer>;
}

/**
 * Pushes to viewers of dashboards of others what these show them, and nothing else; a link or share that ends disconnects them.
 */
export class ScopeViewers {
  readonly #deps: ScopeViewersDeps;
  readonly #channels = new Map<string, Channel>();
  readonly #origins = new Map<string, number>();
  readonly #queue = new KeyedQueue<string>();
  readonly #dropped: Counter;
  #unsubscribe: (() => void)[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(deps: ScopeViewersDeps) {
    this.#deps = deps;
    const count = () => this.#count();
    new Gauge({
      name: 'cyno_public_viewers',
      help: 'Open live connections of public links and shared dashboards',
      registers: [deps.metrics],
      collect() {
        this.set(count());
      },
    });
    this.#dropped = new Counter({
      name: 'cyno_public_points_dropped_total',
      help: 'Points that slow viewers of public links and shared dashboards were not sent, because a newer one took their place',
      registers: [deps.metrics],
    });
  }

  start(): void {
    const { bus, clock } = this.#deps;
    this.#unsubscribe = [
      bus.subscribe(pointReceived, 'viewers', ({ deviceId, point }) => this.#pushPoint(deviceId, point)),
      bus.subscribe(variablesChanged, 'viewers', ({ deviceId, keys }) => this.#variablesChanged(deviceId, keys)),
      bus.subscribe(deviceListChanged, 'viewers', ({ accountId }) => this.refreshOf(accountId)),
      bus.subscribe(presenceChanged, 'viewers', ({ deviceId, online, at }) =>
        this.#notify(deviceId, (espid) => ({ type: 'presence', espid, online, at })),
      ),
      bus.subscribe(commandChanged, 'viewers', ({ deviceId }) => this.#controlChanged(deviceId)),
      bus.subscribe(deviceDashboardChanged, 'viewers', ({ accountId }) => this.refreshOf(accountId)),
      bus.subscribe(accountDashboardsChanged, 'viewers', ({ accountId }) => this.refreshOf(accountId)),
      bus.subscribe(accountBlocked, 'viewers', ({ accountId }) => {
        this.refreshOf(accountId);
        this.#endOf((account) => account.id === accountId);
      }),
      bus.subscribe(sessionEnded, 'viewers', ({ sessionId }) =>
        this.#endOf((account) => account.sessionId === sessionId),
      ),
      bus.subscribe(accessTokenRevoked, 'viewers', ({ tokenId }) =>
        this.#endOf((account) => account.tokenId === tokenId),
      ),
    ];
    this.#timers = [
      setInterval(() => this.#sendAll({ type: 'tick', now: clock.now() }), tickMs),
      setInterval(() => this.#check(clock.now()), checkMs),
    ];
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    for (const { viewers } of this.#channels.values()) {
      for (const socket of viewers.keys()) socket.close(1001, 'The server restarts.');
    }
  }

  /** How many viewers a channel has now. */
  countOf(channel: string): number {
    return this.#channels.get(channel)?.viewers.size ?? 0;
  }

  /** With what people with an account look. */
  accounts(): ViewerAccount[] {
    return [...this.#channels.values()].flatMap(({ viewers }) =>
      [...viewers.values()].flatMap(({ account }) => account ?? []),
    );
  }

  /** Ends the connections of accounts that may not continue. */
  #endOf(match: (account: ViewerAccount) => boolean): void {
    for (const { viewers } of this.#channels.values()) {
      for (const { account, connection } of viewers.values()) {
        if (account && match(account)) connection.end('This session was ended. Log in again.');
      }
    }
  }

  /** Adds a viewer; returns how to remove it, or undefined when too many look already. */
  join(socket: WebSocket, scope: DashboardScope, viewer: Viewer): (() => void) | undefined {
    const { channel: name } = scope;
    const { origin } = viewer;
    const fromOrigin = this.#origins.get(origin) ?? 0;
    const isFull =
      fromOrigin >= maxViewers.ofOrigin ||
      (this.countOf(name) >= maxViewers.ofChannel && !this.#freeSpace(origin, [name])) ||
      (this.#count() >= maxViewers.inAll && !this.#freeSpace(origin, this.#channels.keys()));
    if (isFull) return undefined;
    const channel = this.#channels.get(name) ?? { scope, viewers: new Map<WebSocket, OpenViewer>() };
    this.#channels.set(name, channel);
    const connection = new LiveConnection(socket, (points) => this.#dropped.inc(points));
    connection.watchAll([]);
    channel.viewers.set(socket, { ...viewer, connection });
    this.#origins.set(origin, fromOrigin + 1);
    connection.send({ type: 'ready', now: this.#deps.clock.now() });
    // It may have been changed while the viewer came.
    this.#reopen(name, () => {});
    return () => this.#leave(name, socket);
  }

  /** Sends the oldest viewer away of the origin with most in these rooms; false when `origin` would then have as many itself. */
  #freeSpace(origin: string, names: Iterable<string>): boolean {
    const byOrigin = new Map<string, { name: string; socket: WebSocket }[]>([[origin, []]]);
    for (const name of names) {
      for (const [socket, viewer] of this.#channels.get(name)?.viewers ?? []) {
        const ofOrigin = byOrigin.get(viewer.origin);
        if (ofOrigin) ofOrigin.push({ name, socket });
        else byOrigin.set(viewer.origin, [{ name, socket }]);
      }
    }
    const own = byOrigin.get(origin)?.length ?? 0;
    const max = [...byOrigin.values()].reduce((longest, one) => (one.length > longest.length ? one : longest));
    const [oldest] = max;
    if (!oldest || max.length <= own + 1) return false;
    this.#leave(oldest.name, oldest.socket);
    oldest.socket.close(closeCodes.tooMany, 'Too many people look at this now. Try again later.');
    return true;
  }

  #leave(name: string, socket: WebSocket): void {
    const channel = this.#channels.get(name);
    const viewer = channel?.viewers.get(socket);
    if (!channel || !viewer) return;
    channel.viewers.delete(socket);
    if (channel.viewers.size === 0) this.#channels.delete(name);
    const left = (this.#origins.get(viewer.origin) ?? 1) - 1;
    if (left > 0) this.#origins.set(viewer.origin, left);
    else this.#origins.delete(viewer.origin);
  }

  #pushPoint(deviceId: number, { at, values }: LivePoint): void {
    for (const { scope, viewers } of this.#channels.values()) {
      const scoped = scope.byDeviceId.get(deviceId);
      if (!scoped) continue;
      const visible = Object.entries(values).filter(([key]) => scoped.keys.has(key));
      if (visible.length === 0) continue;
      const point = { at, values: Object.fromEntries(visible) };
      for (const { connection } of viewers.values()) connection.push(scoped.number, point);
    }
  }

  /** What became of which command is fetched: only those of exposed controls are anybody's business. */
  #controlChanged(deviceId: number): void {
    this.#notify(deviceId, (espid, { targets }) =>
      targets.length > 0 ? { type: 'control', espid, commands: [] } : null,
    );
  }

  /** Of variables that the dashboard does not show nobody learns that there are any. */
  #variablesChanged(deviceId: number, keys: readonly string[]): void {
    this.#notify(deviceId, (espid, device) =>
      keys.some((key) => device.keys.has(key)) ? { type: 'variables', espid } : null,
    );
  }

  #notify(deviceId: number, message: (number: string, device: ScopedDevice) => LiveServerMessage | null): void {
    for (const { scope, viewers } of this.#channels.values()) {
      const scoped = scope.byDeviceId.get(deviceId);
      const scopedMessage = scoped && message(scoped.number, scoped);
      if (scopedMessage) for (const { connection } of viewers.values()) connection.send(scopedMessage);
    }
  }

  /** Reads everything again. */
  refreshAll(): void {
    for (const name of this.#channels.keys()) this.refresh(name);
  }

  /** Reads again what dashboards of an account show, or one of them. */
  refreshOf(ownerId: number, dashboardId?: number): void {
    for (const [name, { scope }] of this.#channels) {
      if (scope.ownerId === ownerId && (dashboardId ?? scope.dashboardId) === scope.dashboardId) this.refresh(name);
    }
  }

  /** Reads again what a channel shows, because that was changed; until it is known its viewers get nothing, nor what waits for them. */
  refresh(name: string): void {
    const channel = this.#channels.get(name);
    if (!channel) return;
    channel.scope = nothingOf(channel.scope);
    for (const { connection } of channel.viewers.values()) connection.forget();
    this.#reopen(name, () => {
      for (const { connection } of channel.viewers.values()) connection.send({ type: 'dashboards', espid: '' });
    });
  }

  /** For its owner: others see it as well, so that it must not fail because the person who changed something has used up their share. */
  #readAgain(name: string): Promise<DashboardScope | undefined> {
    const known = this.#channels.get(name);
    const read = () => this.#deps.reopen(name);
    return known ? runFor(accountRequester(known.scope.ownerId), read) : read();
  }

  /** One after the other: what was read earlier must not be taken for the newer. */
  #reopen(name: string, then: () => void): void {
    this.#queue
      .run(name, async () => {
        const scope = await this.#readAgain(name);
        const channel = this.#channels.get(name);
        if (!channel) return;
        if (!scope || scope.etag !== channel.scope.etag) return this.#end(name);
        channel.scope = scope;
        then();
      })
      .catch((err: unknown) => {
        this.#deps.log.warn({ err }, 'A shared dashboard could not be read again; its viewers are disconnected');
        this.#end(name);
      });
  }

  #end(name: string): void {
    for (const { connection } of this.#channels.get(name)?.viewers.values() ?? []) {
      connection.end('This has ended, or it was changed. Load the page again.');
    }
  }

  #check(now: number): void {
    for (const [name, { scope, viewers }] of this.#channels) {
      if (scope.expiresAt !== null && scope.expiresAt <= now) this.#end(name);
      for (const { connection } of viewers.values()) connection.check(now);
    }
  }

  #sendAll(message: LiveServerMessage): void {
    for (const { viewers } of this.#channels.values()) {
      for (const { connection } of viewers.values()) connection.send(message);
    }
  }

  #count(): number {
    let viewers = 0;
    for (const channel of this.#channels.values()) viewers += channel.viewers.size;
    return viewers;
  }
}

const nothingOf = (scope: DashboardScope): DashboardScope => ({ ...scope, byNumber: new Map(), byDeviceId: new Map() });
