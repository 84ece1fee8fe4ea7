import { rm, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { because } from '../errors.ts';
import { StartError } from '../start-error.ts';
import type { Retention } from './retention.ts';
import { outdated } from './retention.ts';
import { type StoredBackup, storedBackupSchema } from './stored-backup.ts';
import { explained } from './targets/explain.ts';
import { isTimeout, readShort, usualRespondMs } from './targets/limits.ts';
import type { BackupTarget, PutOptions } from './targets/target.ts';

const suffix = '.json';
/** Descriptions that are read at a time. */
const readsAtOnce = 8;
/** The settings retain at most 3,000, and beside them what is made by hand or before an upgrade. */
const maxBackups = 10_000;
/** One has a few hundred bytes. */
const maxDescriptionBytes = 64 * 1_024;

/** The backups at a target. What is there is all that is known of them, so that another machine sees the same. */
export class BackupStore {
  readonly #target: BackupTarget;
  readonly #respondMs: number;

  /** `respondMs`: how long one description may take. */
  constructor(target: BackupTarget, respondMs = usualRespondMs) {
    this.#target = target;
    this.#respondMs = respondMs;
  }

  get label(): string {
    return this.#target.label;
  }

  get isRemote(): boolean {
    return this.#target.isRemote;
  }

  /** Newest first. What has no description, or another size than described, is not among them. */
  async list(): Promise<StoredBackup[]> {
    const files = new Map((await this.#target.list()).map(({ name, bytes }) => [name, bytes]));
    const descriptions = [...files]
      // A WebDAV server may name no size, which is NaN.
      .filter(([name, bytes]) => name.endsWith(suffix) && isBackup(archiveOf(name)) && !(bytes > maxDescriptionBytes))
      .map(([name]) => name)
      .sort()
      .slice(-maxBackups);
    const found: StoredBackup[] = [];
    for (let at = 0; at < descriptions.length; at += readsAtOnce) {
      const some = descriptions.slice(at, at + readsAtOnce);
      const read = await Promise.all(some.map((name) => this.#describe(name)));
      found.push(...read.filter((backup) => backup !== undefined));
    }
    return found.filter((backup) => files.get(backup.file) === backup.bytes).sort((one, other) => other.at - one.at);
  }

  /** The archives that can be restored by their name, newest first; in a directory also what was brought without its description. */
  async archives(): Promise<{ file: string; bytes: number; encrypted: boolean }[]> {
    if (this.isRemote) return this.list();
    return (await this.#target.list())
      .filter(({ name }) => isBackup(name))
      .map(({ name, bytes }) => ({ file: name, bytes, encrypted: name.endsWith('.age') }))
      .sort((one, other) => (one.file < other.file ? 1 : -1));
  }

  async find(file: string): Promise<StoredBackup | undefined> {
    return (await this.list()).find((backup) => backup.file === file);
  }

  /** Stores an archive of this machine, and then its description, when the target has all of it. */
  async add(path: string, backup: StoredBackup, options: PutOptions): Promise<void> {
    await this.#target.put(backup.file, path, options);
    const stored = (await this.#target.list()).find(({ name }) => name === backup.file);
    if (stored?.bytes !== backup.bytes) {
      await this.#target.remove(backup.file);
      throw new StartError(
        `The backup target ${this.label} has stored ${stored?.bytes ?? 0} bytes of ${backup.bytes}, and reported no error.`,
        because('backup_target_incomplete', { target: this.label }),
      );
    }
    const description = `${path}${suffix}`;
    // A directory only renames it: after a power cut it could be empty, and the archive would count as none.
    await writeFile(description, `${JSON.stringify(backup, null, 2)}\n`, { flush: true });
    await this.#target.put(backup.file + suffix, description, { ...options, onBytes: () => undefined });
    await rm(description, { force: true });
  }

  read(file: string): Promise<Readable> {
    return this.#target.read(file);
  }

  /** Removes an archive; its description goes first, so that no half of one counts. */
  async remove(file: string): Promise<void> {
    await this.#target.remove(file + suffix);
    await this.#target.remove(file);
  }

  /**
   * Removes what is older than `retention` keeps, and what uploads left that were cut off; returns the names of the backups. An archive without a
   * description stays: somebody brought it, or its description could not be read this time. So does the one that was just `added`, also
   * when the clock is behind.
   */
  async prune(retention: Retention, added?: string): Promise<string[]> {
    const names = outdated(await this.list(), retention).map(({ file }) => file);
    const old = names.filter((file) => file !== added);
    for (const file of old) await this.remove(file);
    await this.#target.removeUnfinished();
    return old;
  }

  close(): Promise<void> {
    return this.#target.close();
  }

  async #describe(name: string): Promise<StoredBackup | undefined> {
    try {
      const limits = { maxBytes: maxDescriptionBytes, ms: this.#respondMs };
      const content = await explained(this.label, async () => readShort(await this.#target.read(name), limits));
      const described = storedBackupSchema.parse(JSON.parse(content));
      // Its name becomes a path of this machine, so the target does not choose it.
      return described.file === archiveOf(name) ? described : undefined;
    } catch (error) {
      // Each of the others would be waited for as long.
      if (isTimeout((error as Error).cause)) throw error;
      // It is somebody else's, or was cut off.
      return undefined;
    }
  }
}

const isBackup = (name: string): boolean => /^cyno-\d{8}T\d{6}Z[^/\\"\p{Cc}]*\.tar\.zst(?:\.age)?$/u.test(name);

/** The archive that a description is of. */
const archiveOf = (description: string): string => description.slice(0, -suffix.length);

/** The name of an archive that is begun now. */
export function archiveName(now: Date, encrypted: boolean): string {
  const stamp = now.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
  return `cyno-${stamp}.tar.zst${encrypted ? '.age' : ''}`;
}
