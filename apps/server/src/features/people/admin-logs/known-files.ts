import type { Stats } from 'node:fs';
import { LineIndex } from './line-index.ts';

/** How many files are known at a time; an index takes 100 bytes for 64 KB of log. */
const maxFiles = 16;

interface KnownFile {
  readonly id: string;
  readonly index: LineIndex;
  /** Ends when those who requested the file before are done with its index. */
  turn: Promise<unknown>;
}

/** The indexes of the files that were read lately. */
export class KnownFiles {
  /** The one that was used last stands last. */
  readonly #files = new Map<string, KnownFile>();

  /** A file of the same name that is another one, or that was cut off, gets a new index. */
  of(name: string, stats: Stats): KnownFile {
    const id = `${stats.dev}-${stats.ino}-${stats.birthtimeMs}`;
    const known = this.#files.get(name);
    const isSame = known !== undefined && known.id === id && known.index.bytes <= stats.size;
    const file = isSame ? known : { id, index: new LineIndex(), turn: Promise.resolve() };
    this.#files.delete(name);
    this.#files.set(name, file);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= maxFiles) break;
      this.#files.delete(oldest);
    }
    return file;
  }

  /** Without counting as a use. */
  find(name: string): LineIndex | undefined {
    return this.#files.get(name)?.index;
  }
}
