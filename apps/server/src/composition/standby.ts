import type { Config } from '../config.ts';
import type { Standby } from '../platform/database/index.ts';
import { openStandbyPort } from '../platform/http/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { version } from '../version.ts';

interface StandbyDeps {
  readonly log: Logger;
  readonly handsOver: boolean;
  onWaiting(serving: string): void;
}

/** What a server that is one of several does until it is its turn: its web port shows that it waits. */
export class StandbyPort {
  /** Undefined: this server is the only one. */
  readonly standby: Standby | undefined;
  readonly #config: Config;
  readonly #deps: StandbyDeps;
  #port: Promise<{ stop(): Promise<void> } | undefined> | undefined;

  constructor(config: Config, deps: StandbyDeps) {
    this.#config = config;
    this.#deps = deps;
    const { serverName: name } = config;
    const { handsOver } = deps;
    this.standby =
      name === null ? undefined : { name, version, handsOver, onWaiting: (serving) => this.#waits(serving) };
  }

  /** The port is free again. */
  async stop(): Promise<void> {
    const port = await this.#port;
    this.#port = undefined;
    await port?.stop();
  }

  #waits(serving: string): void {
    const log = this.#deps.log.child({ part: 'server' });
    const { host, port } = this.#config;
    log.info({ serving }, 'Another server serves; waiting for its end');
    this.#port ??= openStandbyPort({ host, port, log }).catch((err: unknown) => {
      // It is in time to end when the server is to serve and the port is still taken.
      log.warn({ err }, 'The page of a waiting server cannot be shown');
      return undefined;
    });
    this.#deps.onWaiting(serving);
  }
}
