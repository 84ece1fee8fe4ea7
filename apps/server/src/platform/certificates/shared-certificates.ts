import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { Database } from '../database/index.ts';
import type { Logger } from '../log/index.ts';
import { runForServer } from '../requester.ts';
import { tlsDirectory, writePrivate } from './private-files.ts';

const key = 'certificates';
const saveEveryMs = 15_000;
/** As Cyno names them; what people or editors leave beside them stays on its machine. */
const sharedPath = /^(tls|mqtt-tls)(\/[\w-][\w.-]*)+$/;
/** The content by the path within the data folder, with slashes. */
const storedFiles = z.record(z.string().regex(sharedPath), z.string());
type Files = z.output<typeof storedFiles>;

interface SharedCertificatesOptions {
  readonly database: Database;
  readonly dataDirectory: string;
  readonly log: Logger;
}

/**
 * Certificates and keys of servers that share a database, which has them so that the next one that serves presents the same: boards that
 * remember a certificate and devices that trust the root notice nothing, and no authority issues a second one.
 */
export class SharedCertificates {
  readonly #options: SharedCertificatesOptions;
  readonly #folders: readonly string[];
  #saved = '';
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: SharedCertificatesOptions) {
    this.#options = options;
    this.#folders = [tlsDirectory(options.dataDirectory), join(options.dataDirectory, 'mqtt-tls')];
  }

  /** Puts what the server before had in the place of what is there; the first of several servers keeps its own. */
  async load(): Promise<void> {
    const { database, dataDirectory } = this.#options;
    const { rows } = await database.pool.query<{ value: unknown }>('SELECT value FROM server_state WHERE key = $1', [
      key,
    ]);
    const stored = storedFiles.safeParse(rows[0]?.value).data;
    if (!stored) return;
    for (const path of Object.keys(await this.#read())) if (!(path in stored)) await rm(join(dataDirectory, path));
    for (const [path, content] of Object.entries(stored)) await writePrivate(join(dataDirectory, path), content);
  }

  /** From now on what changes is stored; at first what is there already. */
  async start(): Promise<void> {
    await this.#save();
    this.#timer = setInterval(() => runForServer(() => void this.#saveSoon()), saveEveryMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#saveSoon();
  }

  #saveSoon(): Promise<void> {
    this.#underWay = this.#underWay
      .then(() => this.#save())
      .catch((err: unknown) =>
        this.#options.log.warn({ err }, 'The certificates could not be stored for the other servers; trying again'),
      );
    return this.#underWay;
  }

  async #save(): Promise<void> {
    const files = JSON.stringify(await this.#read());
    if (files === this.#saved) return;
    await this.#options.database.pool.query(
      `INSERT INTO server_state (key, value) VALUES ($1, $2)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
      [key, files],
    );
    this.#saved = files;
  }

  async #read(): Promise<Files> {
    const found: Files = {};
    for (const folder of this.#folders) {
      for (const path of await filesOf(folder)) {
        const name = relative(this.#options.dataDirectory, path).split(sep).join('/');
        if (sharedPath.test(name)) found[name] = await readFile(path, 'utf8');
      }
    }
    return found;
  }
}

/** All files in a folder and those in it, in the order of their names; none where there is no such folder. Drafts are left out. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.new'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
