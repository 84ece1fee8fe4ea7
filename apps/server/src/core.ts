import type { Config } from './config.ts';
import type { DeviceBroker } from './platform/broker/index.ts';
import type { EventBus } from './platform/bus/index.ts';
import type { LocalCertificate } from './platform/certificates/index.ts';
import type { Clock } from './platform/clock.ts';
import type { LinkedServer } from './platform/cluster/index.ts';
import type { Database, Reads } from './platform/database/index.ts';
import type { Certificates, Problems } from './platform/health/index.ts';
import type { Http } from './platform/http/index.ts';
import type { Jobs } from './platform/jobs/index.ts';
import type { Logger, RecentErrors } from './platform/log/index.ts';
import type { Metrics, Queues } from './platform/metrics/index.ts';

/** The open ports: the web server's, and those of the broker, whose `plain` is null when it is switched off. */
export interface Ports {
  readonly httpPort: number;
  readonly tls: number;
  readonly plain: number | null;
  /** Where boards fetch firmware by https; null: switched off. */
  readonly ota: number | null;
}

/** The authority of a home network, whose root people install on their devices. */
export interface HomeAuthority {
  /** Null: not made yet. */
  root(): LocalCertificate['root'];
  /** Where the server is reached then, such as `https://cyno.local`. */
  addresses(): string[];
}

/** The other servers that bring their clients to this one. */
export interface ServerCluster {
  linked(): LinkedServer[];
  /** Of boards that connected to this server itself, over the last ten seconds; null: not measured yet. */
  directMessagesPerSecond(): number | null;
  /** Has one of them bring nobody any more, or again; false: there is none of this name. */
  drain(name: string, drain: boolean): boolean;
}

/** What starts before boards can connect, and stops when none can any more. */
export interface Part {
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}

/** What every feature stands on, and where it registers what it has. */
export interface Core {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly log: Logger;
  /** Warnings and errors of the log since the start. */
  readonly recentErrors: RecentErrors;
  readonly metrics: Metrics;
  readonly database: Database;
  /** For reading history: a replica of the database where there is one. */
  readonly reads: Reads;
  readonly jobs: Jobs;
  readonly clock: Clock;
  /** False: the clock may be wrong, and nothing is to be removed for ever because of its age. */
  mayRemoveByAge(): boolean;
  readonly bus: EventBus;
  readonly broker: DeviceBroker;
  /** Not known before they are open. */
  readonly ports: Ports;
  /** The address of the web app without a slash at its end; not known before the server runs. */
  baseUrl(): string;
  /** What adds the routes of features to the web server, which is made when all features are. */
  readonly routes: ((app: Http) => Promise<void> | void)[];
  /** What is wrong with the server: features add what they notice, `/readyz`, the System page and notices to administrators have it. */
  readonly problems: Problems;
  /** The certificates that the server presents: who serves one adds it, and is warned before it ends. */
  readonly certificates: Certificates;
  /** Null: the certificate of the web server is by somebody else, or there is none. */
  readonly homeAuthority: HomeAuthority | null;
  /** The queues with their bounds: features add theirs. */
  readonly queues: Queues;
  /** Ends everything and starts again in this process, for data that was put beside that of now. */
  restart(): void;
  /** True: no other server can have taken over the database. */
  serves(): boolean;
  /** Ends everything and waits for its turn again, so that another server takes over. */
  handOver(): void;
  /** Null: there is nothing between the servers but the database. */
  readonly cluster: ServerCluster | null;
  /** What features start, in this order, and stop in the opposite one. */
  readonly parts: Part[];
}

/** The core with a log whose lines name the part of the server that wrote them. */
export function coreFor(core: Core, part: string): Core {
  return { ...core, log: core.log.child({ part }) };
}
