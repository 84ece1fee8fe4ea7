import type { Config } from '../config.ts';
import type { EventBus } from '../platform/bus/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import type { Logger } from '../platform/log/index.ts';
import type { Metrics } from '../platform/metrics/index.ts';

/** The open ports: the web server's, and those of the broker, whose `plain` is null when it is switched off. */
export interface Ports {
  httpPort: number;
  tls: number;
  plain: number | null;
  /** Where boards fetch firmware by https; null: switched off. */
  ota: number | null;
}

/** What every part stands on. */
export interface Core {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly bus: EventBus;
}

/** The core with a log whose lines name the part of the server that wrote them. */
export function coreFor<G extends { readonly log: Logger }>(core: G, part: string): G {
  return { ...core, log: core.log.child({ part }) };
}
