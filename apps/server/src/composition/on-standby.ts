import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { leaveRecords } from '../features/telemetry/left-records/index.ts';
import type { Client, Nats } from '../platform/cluster/index.ts';
import type { Database, Standby } from '../platform/database/index.ts';
import { openStandbyPort, type StandbyPort } from '../platform/http/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { version } from '../version.ts';
import { requireBoardPorts } from './board-ports.ts';
import { FrontServer } from './front-server.ts';

/** The database may have the schema of an older version, or be away. */
const retryMs = 5_000;

interface StandbyDeps {
  readonly database: Database;
  readonly dataDirectory: string;
  readonly log: Logger;
  readonly handsOver: boolean;
  /** Null: there is nothing between the servers but the database. */
  readonly nats: Nats | null;
  onWaiting(serving: string): void;
}

/**
 * What a server that is one of several does until it is its turn: its web port shows that it waits, or with NATS it brings boards and pages
 * to the one that serves. What it acknowledged to boards when it served last, and could not store, goes there too.
 */
export class OnStandby {
  /** Undefined: this server is the only one. */
  readonly standby: Standby | undefined;
  readonly #config: Config;
  readonly #deps: StandbyDeps;
  readonly #over = new AbortController();
  #leaving: Promise<void> | undefined;
  #port: Promise<StandbyPort> | undefined;
  #front: FrontServer | undefined;

  constructor(config: Config, deps: StandbyDeps) {
    this.#config = config;
    this.#deps = deps;
    const { serverName: name } = config;
    const { handsOver } = deps;
    this.standby =
      name === null ? undefined : { name, version, handsOver, onWaiting: (serving, tag) => this.#waits(serving, tag) };
  }

  /** The spools are free: this server serves from now on. Its port shows that it starts, until `stop`. */
  async endWaiting(): Promise<void> {
    this.#over.abort();
    (await this.#opened())?.showStart();
    this.#front?.takeOver();
    await this.#leaving;
  }

  /** The ports for boards are free. Who connects to them until here waits, since a board whose attempt fails does so for 15 s. */
  async closeBoardPorts(): Promise<void> {
    await this.#front?.closePorts();
  }

  /** This server serves: clients that have waited for it are taken. */
  deliver(accept: (socket: Socket, client: Client) => void): void {
    this.#front?.deliver(accept);
  }

  /** Closes the clients that wait; those that still come are closed, too. */
  async stopFront(): Promise<void> {
    await this.#front?.stop();
  }

  /** Its web port is free afterwards; who waits there stays until `deliver`. */
  async stop(): Promise<void> {
    await this.endWaiting();
    const port = await this.#opened();
    this.#port = undefined;
    await port?.stop();
  }

  /** Throws a StartError when a port that this server needs is taken: its operator is to hear of it before it has to take over. */
  async #waits(serving: string, tag: string): Promise<void> {
    if (this.#over.signal.aborted) return;
    const log = this.#deps.log.child({ part: 'server' });
    this.#port ??= this.#openPort(log);
    await this.#port;
    log.info({ serving }, 'Another server serves; waiting for its end');
    this.#front?.follow(serving, tag);
    this.#leaving ??= this.#leave(log);
    this.#deps.onWaiting(serving);
  }

  async #openPort(log: Logger): Promise<StandbyPort> {
    const { host, port, trustProxy } = this.#config;
    const { nats, database, dataDirectory } = this.#deps;
    await requireBoardPorts(this.#config);
    if (nats) this.#front = new FrontServer(this.#config, { nats, database, dataDirectory, log });
    return openStandbyPort({ host, port, log, front: this.#front ?? null, trustProxy: trustProxy ?? [] });
  }

  /** Undefined: this server has never waited, or its ports are taken. */
  async #opened(): Promise<StandbyPort | undefined> {
    return this.#port?.catch(() => undefined);
  }

  async #leave(log: Logger): Promise<void> {
    const { signal } = this.#over;
    const { database, dataDirectory } = this.#deps;
    while (!signal.aborted) {
      try {
        await leaveRecords(database, { dataDirectory, log, signal });
        return;
      } catch (err) {
        log.warn({ err }, 'What was not stored yet could not be left to the server that serves; trying again');
      }
      await pause(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
