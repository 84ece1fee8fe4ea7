import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { accountRequester, runFor } from '../../../platform/requester.ts';
import { closeCodes } from '../../../platform/web-socket/index.ts';
import { type LiveScope, ScopeFilter } from './live.filters.ts';
import type { Channel, Viewer } from './live.viewer.ts';

/** Of one link or share, from one network or account, and in all. */
const maxViewers = { ofChannel: 200, ofOrigin: 30, inAll: 2_000 };

/** What a link or a share opens. */
export interface OpenScope {
  readonly scope: LiveScope;
  /** What it opens now; undefined when it is no more. */
  reopen(): Promise<LiveScope | undefined>;
}

interface ScopeChannel extends Channel<ScopeFilter> {
  readonly reopen: OpenScope['reopen'];
  /** Whether a read waits for its turn, which then reads all changes until it begins. */
  isQueued: boolean;
  /** Whether its viewers are to be notified as soon as it is read. */
  isChanged: boolean;
}

/** The viewers of dashboards of others, by the link or share through which they came; when that ends, they are disconnected. */
export class LiveScopes {
  readonly #log: Logger;
  readonly #channels = new Map<string, ScopeChannel>();
  /** The same ones, by the account whose dashboard they show. */
  readonly #byOwner = new Map<number, Set<ScopeChannel>>();
  readonly #origins = new Map<string, number>();
  readonly #queue = new KeyedQueue<ScopeChannel>();

  constructor(log: Logger) {
    this.#log = log;
  }

  channels(): Iterable<Channel<ScopeFilter>> {
    return this.#channels.values();
  }

  /** Those that show something of an account. */
  channelsOf(ownerId: number): Iterable<Channel<ScopeFilter>> {
    return this.#byOwner.get(ownerId) ?? [];
  }

  /** How many viewers there are. */
  get size(): number {
    return this.#channels.values().reduce((sum, { viewers }) => sum + viewers.size, 0);
  }

  /** How many viewers a channel has now. */
  countOf(channel: string): number {
    return this.#channels.get(channel)?.viewers.size ?? 0;
  }

  /** Adds a viewer; undefined when too many look already. */
  join({ scope, reopen }: OpenScope, who: Omit<Viewer, 'leave'>): Viewer | undefined {
    const { channel: name } = scope;
    const { origin } = who;
    const fromOrigin = this.#origins.get(origin) ?? 0;
    const channel = this.#channels.get(name) ?? {
      filter: new ScopeFilter(scope),
      viewers: new Set(),
      reopen,
      isQueued: false,
      isChanged: false,
    };
    const isFull =
      fromOrigin >= maxViewers.ofOrigin ||
      (channel.viewers.size >= maxViewers.ofChannel && !freeSpace(origin, [channel])) ||
      (this.size >= maxViewers.inAll && !freeSpace(origin, this.#channels.values()));
    if (isFull) return undefined;
    const viewer = { ...who, leave: () => this.#leave(name, viewer) };
    this.#channels.set(name, channel);
    this.#byOwner.set(scope.ownerId, (this.#byOwner.get(scope.ownerId) ?? new Set()).add(channel));
    channel.viewers.add(viewer);
    this.#origins.set(origin, fromOrigin + 1);
    // It may have been changed while the viewer came.
    this.#reopen(channel);
    return viewer;
  }

  #leave(name: string, viewer: Viewer): void {
    const channel = this.#channels.get(name);
    if (!channel?.viewers.delete(viewer)) return;
    if (channel.viewers.size === 0) this.#remove(name, channel);
    const left = (this.#origins.get(viewer.origin) ?? 1) - 1;
    if (left > 0) this.#origins.set(viewer.origin, left);
    else this.#origins.delete(viewer.origin);
  }

  #remove(name: string, channel: ScopeChannel): void {
    this.#channels.delete(name);
    const { ownerId } = channel.filter.scope;
    const ofOwner = this.#byOwner.get(ownerId);
    ofOwner?.delete(channel);
    if (ofOwner?.size === 0) this.#byOwner.delete(ownerId);
  }

  /** Reads everything again. */
  refreshAll(): void {
    for (const name of this.#channels.keys()) this.refresh(name);
  }

  /** Reads again what dashboards of an account show, or one of them. */
  refreshOf(ownerId: number, dashboardId?: number): void {
    for (const [name, { filter }] of this.#channels) {
      const { scope } = filter;
      if (scope.ownerId === ownerId && (dashboardId ?? scope.dashboardId) === scope.dashboardId) this.refresh(name);
    }
  }

  /** Reads again what a channel shows, because that was changed; until it is known its viewers get nothing, nor what waits for them. */
  refresh(name: string): void {
    const channel = this.#channels.get(name);
    if (!channel) return;
    channel.filter.clear();
    this.#readChanged(channel);
  }

  /** Reads again what dashboards of an account show of its devices, because one of these was changed. */
  devicesChanged(ownerId: number): void {
    for (const [name, channel] of this.#channels) {
      const { scope } = channel.filter;
      if (scope.ownerId !== ownerId) continue;
      // Only a tag or a group can take away a device that is still the account's.
      if (scope.follows) this.refresh(name);
      else this.#readChanged(channel);
    }
  }

  endExpired(now: number): void {
    for (const channel of this.#channels.values()) {
      const { expiresAt } = channel.filter.scope;
      if (expiresAt !== null && expiresAt <= now) end(channel);
    }
  }

  #readChanged(channel: ScopeChannel): void {
    for (const { connection } of channel.viewers) connection.forget();
    channel.isChanged = true;
    this.#reopen(channel);
  }

  /** One after the other: what was read earlier must not be taken for the newer. */
  #reopen(channel: ScopeChannel): void {
    if (channel.isQueued) return;
    channel.isQueued = true;
    const { filter, viewers, reopen } = channel;
    this.#queue
      .run(channel, async () => {
        channel.isQueued = false;
        if (viewers.size === 0) return;
        const before = filter.scope;
        // For its owner: it must not fail because the person who changed something has used up their share.
        const scope = await runFor(accountRequester(before.ownerId), reopen);
        if (!scope || scope.etag !== before.etag) return end(channel);
        // Changed again while it was read: the next in turn reads that.
        if (filter.scope !== before) return;
        filter.scope = scope;
        if (!channel.isChanged) return;
        channel.isChanged = false;
        for (const { connection } of viewers) connection.send({ type: 'dashboards', espid: '' });
      })
      .catch((err: unknown) => {
        this.#log.warn({ err }, 'A shared dashboard could not be read again; its viewers are disconnected');
        filter.clear();
        for (const { connection } of viewers) connection.close(closeCodes.failed, 'The server could not read this.');
      });
  }
}

function end({ viewers }: Channel): void {
  for (const { connection } of viewers) connection.end('This has ended, or it was changed. Load the page again.');
}

/** Sends the oldest viewer away of the origin with most in these channels; false when `origin` would then have as many itself. */
function freeSpace(origin: string, channels: Iterable<Channel>): boolean {
  const viewers = [...channels].flatMap((channel) => [...channel.viewers]);
  const byOrigin = Map.groupBy(viewers, (viewer) => viewer.origin);
  const own = byOrigin.get(origin)?.length ?? 0;
  const max = byOrigin.values().reduce((longest, one) => (one.length > longest.length ? one : longest));
  const [oldest] = max;
  if (!oldest || max.length <= own + 1) return false;
  oldest.leave();
  oldest.connection.close(closeCodes.tooMany, 'Too many people are viewing this now. Try again later.');
  return true;
}
