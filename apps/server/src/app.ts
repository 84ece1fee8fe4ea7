import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { openDataDirectory } from './platform/data-directory.ts';
import { migrate, openDatabase, reach, startEmbeddedPostgres } from './platform/database/index.ts';
import { createHttp, listen } from './platform/http/index.ts';
import { createLogger } from './platform/log/index.ts';
import { createMetrics } from './platform/metrics/index.ts';

/** Where the running server is reached, as addresses such as `http://192.168.1.5:3000`. */
export interface Ready {
  readonly http: string;
  /** Null: switched off. */
  readonly mqtt: string | null;
  readonly mqtts: string;
  /** The one-time link for the first account, as long as there is none. */
  readonly setupUrl: string | null;
}

export interface App {
  /** Throws a StartError, after stopping what had started. */
  start(): Promise<Ready>;
  stop(): Promise<void>;
}

const web = {
  app: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  docs: fileURLToPath(new URL('../../docs/dist', import.meta.url)),
};

/** The composition root: makes every part, hands each what it needs, and starts and stops them in order. */
export function createApp(config: Config): App {
  /** What has started; stopped in the opposite order. */
  const started: { stop(): Promise<void> | void }[] = [];

  async function stop(): Promise<void> {
    for (const part of started.splice(0).reverse()) await part.stop();
  }

  async function startParts(): Promise<Ready> {
    const directory = await openDataDirectory(config.dataDirectory);
    started.push({ stop: () => directory.release() });
    const log = await createLogger({ level: config.logLevel, directory: join(directory.path, 'logs') });
    const metrics = createMetrics({ ofProcess: true });

    let url = config.databaseUrl;
    if (url === null) {
      const postgres = await startEmbeddedPostgres({ directory: join(directory.path, 'postgres'), log });
      started.push(postgres);
      url = postgres.url;
    }
    const database = openDatabase(url, { log });
    started.push({ stop: () => database.close() });
    await reach(database, url);
    await migrate(database);

    const http = await createHttp({
      log,
      metrics,
      authenticate: async () => null,
      trustProxy: config.trustProxy,
      publicUrl: config.publicUrl,
      metricsToken: config.metricsToken,
      checks: { database: async () => (await database.pool.query('SELECT 1')).rowCount === 1 },
      web,
    });
    started.push({ stop: () => http.close() });
    const port = await listen(http, { host: config.host, port: config.port, setting: 'PORT' });
    return { http: `http://localhost:${port}`, mqtt: null, mqtts: 'mqtts://localhost:0', setupUrl: null };
  }

  return {
    stop,
    start: () =>
      startParts().catch(async (error: unknown) => {
        await stop();
        throw error;
      }),
  };
}
