import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { leaveRecords } from '../features/telemetry/left-records/index.ts';
import type { Database, Standby } from '../platform/database/index.ts';
import { openStandbyPort, type StandbyPort } from '../platform/http/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { version } from '../version.ts';
import { requireBoardPorts } from './board-ports.ts';

/** The database may have the schema of an older version, or be away. */
const retryMs = 5_000;

interface StandbyDeps {
  readonly database: Database;
  readonly dataDirectory: string;
  readonly log: Logger;
  readonly handsOver: boolean;
  onWaiting(serving: string): void;
}

/**
 * What a server that is one of several does until it is its turn: its web port shows that it waits, and what it acknowledged to boards
 * when it served last, and could not store, goes to the server that serves.
 */
export class OnStandby {
  /** Undefined: this server is the only one. */
  readonly standby: Standby | undefined;
  readonly #config: Config;
  readonly #deps: StandbyDeps;
  readonly #over = new AbortController();
  #leaving: Promise<void> | undefined;
  #port: Promise<StandbyPort> | undefined;

  constructor(config: Config, deps: StandbyDeps) {
    this.#config = config;
    this.#deps = deps;
    const { serverName: name } = config;
    const { handsOver } = deps;
    this.standby =
      name === null ? undefined : { name, version, handsOver, onWaiting: (serving) => this.#waits(serving) };
  }

  /** The spools are free: this server serves from now on. Its port shows that it starts, until `stop`. */
  async endWaiting(): Promise<void> {
    this.#over.abort();
    await this.#leaving;
    (await this.#opened())?.showStart();
  }

  /** The port is free, too. */
  async stop(): Promise<void> {
    await this.endWaiting();
    const port = await this.#opened();
    this.#port = undefined;
    await port?.stop();
  }

  /** Throws a StartError when a port that this server needs is taken: its operator is to hear of it before it has to take over. */
  async #waits(serving: string): Promise<void> {
    if (this.#over.signal.aborted) return;
    const log = this.#deps.log.child({ part: 'server' });
    this.#port ??= this.#openPort(log);
    await this.#port;
    log.info({ serving }, 'Another server serves; waiting for its end');
    this.#leaving ??= this.#leave(log);
    this.#deps.onWaiting(serving);
  }

  async #openPort(log: Logger): Promise<StandbyPort> {
    const { host, port } = this.#config;
    await requireBoardPorts(this.#config);
    return openStandbyPort({ host, port, log });
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
