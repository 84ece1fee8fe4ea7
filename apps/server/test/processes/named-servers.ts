import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { StandbyProcess } from './standby-process.ts';

/** Servers that share a database, as processes, each with a data folder of its own. */
export class NamedServers {
  readonly directory: string;
  readonly database: TestDatabase;
  readonly #newest = new Map<string, StandbyProcess>();

  private constructor(directory: string, database: TestDatabase) {
    this.directory = directory;
    this.database = database;
  }

  static async create(): Promise<NamedServers> {
    const directory = await mkdtemp(join(tmpdir(), 'cyno-servers-'));
    return new NamedServers(directory, await createTestDatabase());
  }

  /** Of each name the newest start. */
  get all(): StandbyProcess[] {
    return [...this.#newest.values()];
  }

  /** The newest start of a server. */
  get(name: string): StandbyProcess {
    return this.#newest.get(name) as StandbyProcess;
  }

  /** Starts a server; on its ports and its data if it was started before. */
  async start(
    name: string,
    more: { readonly databaseUrl?: string; readonly natsUrl?: string; readonly program?: string } = {},
  ): Promise<StandbyProcess> {
    const directory = join(this.directory, name);
    await mkdir(directory, { recursive: true });
    const like = this.#newest.get(name);
    const server = await StandbyProcess.start(name, { directory, databaseUrl: this.database.url, like, ...more });
    this.#newest.set(name, server);
    return server;
  }

  /** Kills them, and removes what they stored. */
  async end(): Promise<void> {
    await Promise.all(this.all.map((server) => server.end()));
    await this.database.drop();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 20 });
  }
}
