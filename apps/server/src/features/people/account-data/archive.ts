import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

/** ZIP without its 64-bit extension, which not every program reads, ends at 4 GiB (APPNOTE 4.4.1.4). */
const maxEntryBytes = 3.5 * 1024 ** 3;
/** Some milliseconds of compressing. */
const sliceBytes = 64 * 1024;
const compression = { level: 3 } as const;

/** A zip file that is written piece by piece, so that its size does not matter to memory. */
export class Archive {
  readonly #handle: FileHandle;
  readonly #zip: Zip;
  /** What fflate has made of the last piece, until it is written. */
  #made: Uint8Array[] = [];
  #failure: unknown;
  #bytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
    this.#zip = new Zip((error, piece) => {
      if (error) this.#failure = error;
      else this.#made.push(piece);
    });
  }

  /** Makes the file, which only the server may read; rejects when there is one of this name. */
  static async create(path: string): Promise<Archive> {
    return new Archive(await open(path, 'wx', 0o600));
  }

  /** Written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a file of these pieces of text; false when it became too large and was cut. */
  async add(name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<boolean> {
    const entry = new ZipDeflate(name, compression);
    this.#zip.add(entry);
    let entryBytes = 0;
    let isWhole = true;
    for await (const piece of pieces) {
      const data = Buffer.from(piece);
      entryBytes += data.length;
      isWhole = entryBytes <= maxEntryBytes;
      if (!isWhole) break;
      for (let at = 0; at < data.length; at += sliceBytes) {
        entry.push(data.subarray(at, at + sliceBytes));
        await this.#write();
        // Compressing takes the processor: others are let in between.
        await turn();
      }
    }
    entry.push(new Uint8Array(), true);
    await this.#write();
    return isWhole;
  }

  /** Ends the file and makes sure that it is on the disk; returns its size. */
  async finish(): Promise<number> {
    this.#zip.end();
    await this.#write();
    await this.#handle.sync();
    await this.#handle.close();
    return this.#bytes;
  }

  /** Closes the file as it is. */
  async abandon(): Promise<void> {
    await this.#handle.close();
  }

  async #write(): Promise<void> {
    if (this.#failure) throw this.#failure;
    for (const piece of this.#made.splice(0)) {
      await this.#handle.writeFile(piece);
      this.#bytes += piece.length;
    }
  }
}
