import { randomUUID } from 'node:crypto';
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Anybody can make the server write a mail, so the oldest go. */
const maxFiles = 200;

/** A directory of mails as files (RFC 5322) that any mail program opens. */
export class Outbox {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the file's path. */
  async write(message: Buffer | NodeJS.ReadableStream): Promise<string> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    // The time first, so that names sort by age.
    const time = new Date().toISOString().replaceAll(':', '-');
    const file = join(this.#directory, `${time}-${randomUUID()}.eml`);
    await writeFile(file, message, { mode: 0o600 });
    await this.#removeOldest();
    return file;
  }

  async #removeOldest(): Promise<void> {
    const files = (await readdir(this.#directory)).filter((name) => name.endsWith('.eml')).sort();
    const surplus = files.slice(0, Math.max(0, files.length - maxFiles));
    // Another mail written at the same time may have removed it already.
    await Promise.all(surplus.map((name) => unlink(join(this.#directory, name)).catch(() => undefined)));
  }
}
