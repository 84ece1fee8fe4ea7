import type { LivePoint, LiveServerMessage } from '@cyno/contract';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import { InTurn } from '../../platform/in-turn.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { DeviceEvent, DeviceRecord } from '../devices/index.ts';
import { LiveConnection } from '../live/index.ts';
import type { LinkScope } from './link-scope.ts';

const tickMs = 10_000;
const checkMs = 1_000;
/** Of one link, from one network, and in all. */
const mostViewers = { ofLink: 200, ofNetwork: 30, inAll: 2_000 };

interface LinkViewersDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
  /** What a link opens now; undefined when it is no more. */
  reopen(linkId: number): Promise<LinkScope | undefined>;
  onLinkChanged(listener: (linkId: number) => void): () => void;
  onPoint(listener: (event: { deviceId: number; point: LivePoint }) => void): () => void;
  onDevice(listener: (event: DeviceEvent) => void): () => void;
  onControl(listener: (event: { device: DeviceRecord }) => void): () => void;
  /** Dashboards of the account changed. */
  onDashboards(listener: (accountId: number) => void): () => void;
  onAccountBlocked(listener: (event: { accountId: number }) => void): () => void;
}

interface Viewer {
  readonly connection: LiveConnection;
  readonly network: string;
}

/** Everybody who looks at one link. */
interface Room {
  scope: LinkScope;
  readonly viewers: Map<WebSocket, Viewer>;
}

/** Pushes to those who look at public links what the links show, and nothing else; a link that ends takes them along. */
export class LinkViewers {
  readonly #deps: LinkViewersDeps;
  readonly #rooms = new Map<number, Room>();
  readonly #networks = new Map<string, number>();
  readonly #turns = new InTurn<number>();
  readonly #dropped: Counter;
  #unsubscribe: (() => void)[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(deps: LinkViewersDeps) {
    this.#deps = deps;
    const count = () => this.#count();
    new Gauge({
      name: 'cyno_public_viewers',
      help: 'Open live connections of public links',
      registers: [deps.metrics],
      collect() {
        this.set(count());
      },
    });
    this.#dropped = new Counter({
      name: 'cyno_public_points_dropped_total',
      help: 'Points that slow viewers of public links were not sent, because a newer one took their place',
      registers: [deps.metrics],
    });
  }

  start(): void {
    const { onLinkChanged, onPoint, onDevice, onControl, onDashboards, onAccountBlocked, clock } = this.#deps;
    this.#unsubscribe = [
      onPoint(({ deviceId, point }) => this.#pushPoint(deviceId, point)),
      onDevice((event) => this.#deviceChanged(event)),
      onControl(({ device }) => this.#controlChanged(device)),
      onDashboards((accountId) => this.#refreshOf(accountId)),
      onLinkChanged((linkId) => this.#refresh(linkId)),
      onAccountBlocked(({ accountId }) => this.#refreshOf(accountId)),
    ];
    this.#timers = [
      setInterval(() => this.#sendAll({ type: 'tick', now: clock.now() }), tickMs),
      setInterval(() => this.#check(clock.now()), checkMs),
    ];
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    for (const { viewers } of this.#rooms.values()) {
      for (const socket of viewers.keys()) socket.close(1001, 'The server restarts.');
    }
  }

  /** How many look at a link now. */
  countOf(linkId: number): number {
    return this.#rooms.get(linkId)?.viewers.size ?? 0;
  }

  /** Adds a viewer; answers how to remove it, or undefined when too many look already. */
  join(socket: WebSocket, scope: LinkScope, network: string): (() => void) | undefined {
    const { id } = scope.link;
    const fromNetwork = this.#networks.get(network) ?? 0;
    const isFull =
      this.countOf(id) >= mostViewers.ofLink ||
      fromNetwork >= mostViewers.ofNetwork ||
      this.#count() >= mostViewers.inAll;
    if (isFull) return undefined;
    const room = this.#rooms.get(id) ?? { scope, viewers: new Map<WebSocket, Viewer>() };
    this.#rooms.set(id, room);
    const connection = new LiveConnection(socket, (points) => this.#dropped.inc(points));
    connection.watchAll([]);
    room.viewers.set(socket, { connection, network });
    this.#networks.set(network, fromNetwork + 1);
    connection.send({ type: 'ready', now: this.#deps.clock.now() });
    // It may have been changed while the viewer came.
    this.#reopen(id, () => {});
    return () => this.#leave(id, socket);
  }

  #leave(linkId: number, socket: WebSocket): void {
    const room = this.#rooms.get(linkId);
    const viewer = room?.viewers.get(socket);
    if (!room || !viewer) return;
    room.viewers.delete(socket);
    if (room.viewers.size === 0) this.#rooms.delete(linkId);
    const left = (this.#networks.get(viewer.network) ?? 1) - 1;
    if (left > 0) this.#networks.set(viewer.network, left);
    else this.#networks.delete(viewer.network);
  }

  #pushPoint(deviceId: number, { at, values }: LivePoint): void {
    for (const { scope, viewers } of this.#rooms.values()) {
      const scoped = scope.byDeviceId.get(deviceId);
      if (!scoped) continue;
      const shown = Object.entries(values).filter(([key]) => scoped.keys.has(key));
      if (shown.length === 0) continue;
      const point = { at, values: Object.fromEntries(shown) };
      for (const { connection } of viewers.values()) connection.push(scoped.number, point);
    }
  }

  #deviceChanged(event: DeviceEvent): void {
    if (event.type === 'list') this.#refreshOf(event.accountId);
    if (event.type !== 'presence') return;
    const { id, online, onlineChangedAt, lastSeenAt } = event.device;
    const at = onlineChangedAt ?? lastSeenAt ?? 0;
    this.#tell(id, (espid) => ({ type: 'presence', espid, online, at }));
  }

  /** What became of which command is fetched: only those of exposed controls are anybody's business. */
  #controlChanged({ id }: DeviceRecord): void {
    this.#tell(id, (espid, hasControls) => (hasControls ? { type: 'control', espid, commands: [] } : null));
  }

  #tell(deviceId: number, message: (number: string, hasControls: boolean) => LiveServerMessage | null): void {
    for (const { scope, viewers } of this.#rooms.values()) {
      const scoped = scope.byDeviceId.get(deviceId);
      const said = scoped && message(scoped.number, scoped.targets.length > 0);
      if (said) for (const { connection } of viewers.values()) connection.send(said);
    }
  }

  #refreshOf(accountId: number): void {
    for (const [linkId, { scope }] of this.#rooms) if (scope.link.accountId === accountId) this.#refresh(linkId);
  }

  /** Reads anew what a link opens, because it was changed; until that is known its viewers get nothing. */
  #refresh(linkId: number): void {
    const room = this.#rooms.get(linkId);
    if (!room) return;
    room.scope = nothingOf(room.scope);
    this.#reopen(linkId, () => {
      for (const { connection } of room.viewers.values()) connection.send({ type: 'dashboards', espid: '' });
    });
  }

  /** One after the other: what was read earlier must not be taken for the newer. */
  #reopen(linkId: number, then: () => void): void {
    this.#turns
      .run(linkId, async () => {
        const scope = await this.#deps.reopen(linkId);
        const room = this.#rooms.get(linkId);
        if (!room) return;
        // Another password, or none: whoever looks types the new one.
        if (!scope || scope.link.passwordHash !== room.scope.link.passwordHash) return this.#end(linkId);
        room.scope = scope;
        then();
      })
      .catch((err: unknown) => {
        this.#deps.log.warn({ err }, 'A public link could not be read again; its viewers are sent away');
        this.#end(linkId);
      });
  }

  #end(linkId: number): void {
    for (const { connection } of this.#rooms.get(linkId)?.viewers.values() ?? []) {
      connection.end('This link has ended, or it was changed. Load the page again.');
    }
  }

  #check(now: number): void {
    for (const [linkId, { scope, viewers }] of this.#rooms) {
      if (scope.link.expiresAt !== null && scope.link.expiresAt <= now) this.#end(linkId);
      for (const { connection } of viewers.values()) connection.check(now);
    }
  }

  #sendAll(message: LiveServerMessage): void {
    for (const { viewers } of this.#rooms.values()) {
      for (const { connection } of viewers.values()) connection.send(message);
    }
  }

  #count(): number {
    let viewers = 0;
    for (const room of this.#rooms.values()) viewers += room.viewers.size;
    return viewers;
  }
}

const nothingOf = (scope: LinkScope): LinkScope => ({ ...scope, byNumber: new Map(), byDeviceId: new Map() });
