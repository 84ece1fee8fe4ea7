import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Config } from '../../../../config.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { databaseFiguresRepository } from '../figures/database-figures.repository.ts';
import { lastLogLines } from './log-lines.ts';
import { scrub, secretsOf } from './scrub.ts';
import { secretSettings, settingsSummary } from './settings-summary.ts';

export interface BundleDeps {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly database: Database;
  readonly version: string;
  /** What only a server that runs knows: texts, or what is written as JSON, by the names of their files. */
  current(): Promise<Readonly<Record<string, unknown>>>;
}

const readme = `What is in here is for the person who helps with a problem of this server. Secrets, addresses of people and of
machines were taken out; read it before you pass it on all the same.
`;

/** A file for those who help with a problem, without secrets and without people. */
export class SupportBundle {
  readonly #deps: BundleDeps;

  constructor(deps: BundleDeps) {
    this.#deps = deps;
  }

  /** A zip file of a few hundred KB. What cannot be read is left out and named. */
  async write(): Promise<Buffer> {
    const { config, dataDirectory, database, version, current } = this.#deps;
    const repository = databaseFiguresRepository(database);
    const files: Record<string, unknown> = {
      'README.txt': readme,
      'about.json': {
        version,
        node: process.version,
        platform: `${process.platform} ${process.arch}`,
        writtenAt: new Date().toISOString(),
      },
      'settings.json': settingsSummary(config),
      'database.json': await orReason(async () => ({
        ...(await repository.figures()),
        ...(await repository.sizes()),
        migrations: await repository.migrations(),
      })),
      'log.txt': await orReason(() => lastLogLines(join(dataDirectory, 'logs'))),
      ...(await current()),
    };
    const secrets = [...secretsOf(secretSettings(config)), dataDirectory];
    const texts = Object.entries(files).map(([name, content]) => {
      const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
      return [name, strToU8(scrub(text, secrets))] as const;
    });
    return Buffer.from(zipSync(Object.fromEntries(texts), { level: 6 }));
  }
}

/** A part that fails must not cost the rest: just then a bundle is needed. */
export async function orReason<T>(read: () => Promise<T>): Promise<T | { failed: string }> {
  try {
    return await read();
  } catch (error) {
    return { failed: (error as Error).message };
  }
}
