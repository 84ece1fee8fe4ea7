import type { ServerCluster } from '../core.ts';
import { systemClock } from '../platform/clock.ts';
import { type LinkedServer, type Nats, RecentRate, type RelayedSocket, ServingEnd } from '../platform/cluster/index.ts';
import { type Database, type ListedServer, listServers } from '../platform/database/index.ts';
import type { Problem } from '../platform/health/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { runForServer } from '../platform/requester.ts';

/** A server that starts, or follows another one that serves, has its link by then. */
const linkedWithinMs = 30_000;

interface ClusterDeps {
  readonly database: Pick<Database, 'pool' | 'tag'>;
  readonly log: Logger;
}

/** On the server that serves: the others that bring it their clients over NATS. */
export class Cluster implements ServerCluster {
  readonly #nats: Nats;
  readonly #deps: ClusterDeps;
  #end: ServingEnd | undefined;
  #directRate: RecentRate | undefined;
  #waiting: readonly ListedServer[] = [];
  #reading: Promise<void> | undefined;

  constructor(nats: Nats, deps: ClusterDeps) {
    this.#nats = nats;
    this.#deps = deps;
  }

  /** Takes clients from now on: to be called when everything has started. */
  serve({ accept, directMessages }: { accept(socket: RelayedSocket): void; directMessages(): number }): void {
    const { database, log } = this.#deps;
    this.#end = new ServingEnd({ nats: this.#nats, tag: database.tag ?? '', clock: systemClock, log, accept });
    this.#end.start();
    this.#directRate = new RecentRate(directMessages);
  }

  /** Takes no new links: this server is about to stop. */
  refuse(): void {
    this.#end?.refuse();
  }

  stop(): void {
    this.#end?.stop();
    this.#directRate?.end();
  }

  linked(): LinkedServer[] {
    return this.#end?.servers() ?? [];
  }

  directMessagesPerSecond(): number | null {
    return this.#directRate?.perSecond ?? null;
  }

  drain(name: string, drain: boolean): boolean {
    return this.#end?.drain(name, drain) ?? false;
  }

  problems(): Problem[] {
    const { lostAt } = this.#nats;
    const off = this.linked().filter(({ isClockOff }) => isClockOff);
    return [...(lostAt === null ? this.#missing() : [awaySince(lostAt)]), ...off.map(clockProblem)];
  }

  /** Servers that wait and are not linked, by the newest list: the database may not respond now. */
  #missing(): Problem[] {
    const end = this.#end;
    if (!end) return [];
    this.#reading ??= runForServer(() => this.#readWaiting());
    const now = systemClock.now();
    return this.#waiting.flatMap(({ name, since: waitsSince }) => {
      const missingSince = end.missingSince(name);
      if (missingSince === null) return [];
      const since = Math.max(missingSince, waitsSince, this.#nats.connectedAt);
      return now - since < linkedWithinMs ? [] : [missingProblem(name, since)];
    });
  }

  async #readWaiting(): Promise<void> {
    try {
      this.#waiting = (await listServers(this.#deps.database.pool)).filter(({ serves }) => !serves);
    } catch {
      // Which servers there are is not known, and that the database is away is a problem of its own.
      this.#waiting = [];
    } finally {
      this.#reading = undefined;
    }
  }
}

const awaySince = (since: number): Problem => ({
  part: 'server',
  severity: 'warning',
  reason: 'nats_away',
  values: {},
  since,
  urgent: true,
});

const missingProblem = (server: string, since: number): Problem => ({
  part: 'server',
  severity: 'warning',
  reason: 'server_not_linked',
  values: { server },
  about: server,
  since,
});

const clockProblem = ({ name, clockAheadMs }: LinkedServer): Problem => ({
  part: 'clock',
  severity: 'warning',
  reason: 'server_clock_off',
  values: { server: name, ms: Math.round(clockAheadMs ?? 0) },
  about: name,
  since: systemClock.now(),
});
