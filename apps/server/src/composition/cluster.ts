import type { ServerCluster } from '../core.ts';
import { systemClock } from '../platform/clock.ts';
import { type LinkedServer, type Nats, type RelayedSocket, ServingEnd } from '../platform/cluster/index.ts';
import type { Problem } from '../platform/health/index.ts';
import type { Logger } from '../platform/log/index.ts';

/** Rules and timers go by the clock of the server that serves. */
const maxClockDifferenceMs = 5_000;

/** On the server that serves: the others that bring it their clients over NATS. */
export class Cluster implements ServerCluster {
  readonly #nats: Nats;
  readonly #deps: { readonly tag: string; readonly log: Logger };
  #end: ServingEnd | undefined;

  constructor(nats: Nats, deps: { tag: string; log: Logger }) {
    this.#nats = nats;
    this.#deps = deps;
  }

  /** Takes clients from now on: to be called when everything has started. */
  serve(accept: (socket: RelayedSocket) => void): void {
    this.#end = new ServingEnd({ ...this.#deps, nats: this.#nats, clock: systemClock, accept });
    this.#end.start();
  }

  stop(): void {
    this.#end?.stop();
  }

  linked(): LinkedServer[] {
    return this.#end?.servers() ?? [];
  }

  drain(name: string, drain: boolean): boolean {
    return this.#end?.drain(name, drain) ?? false;
  }

  problems(): Problem[] {
    const { lostAt } = this.#nats;
    const off = this.linked().filter(({ clockAheadMs }) => Math.abs(clockAheadMs ?? 0) > maxClockDifferenceMs);
    return [...(lostAt === null ? [] : [awaySince(lostAt)]), ...off.map(clockProblem)];
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

const clockProblem = ({ name, clockAheadMs }: LinkedServer): Problem => ({
  part: 'clock',
  severity: 'warning',
  reason: 'server_clock_off',
  values: { server: name, ms: Math.round(clockAheadMs ?? 0) },
  about: name,
  since: systemClock.now(),
});
