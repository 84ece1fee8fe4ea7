import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the spool that could not be read, wholly or in part. It is never deleted by the server. */
export interface UnreadableSegment {
  /** The file in `spool/unreadable/`, or in `spool/` when it could not be moved; the name it had when it is gone. */
  readonly name: string;
  readonly bytes: number;
  /** As a part of a sentence. */
  readonly reason: string;
  /** When it was put aside, ms since the epoch. */
  readonly at: number;
}

const folder = 'unreadable';
/** The page of the administrator needs no more. */
const maxListed = 100;

/** Where files go that the spool cannot read, so that the rest can be stored and somebody can look at them. */
export class UnreadableSegments {
  readonly #directory: string;
  readonly #list: UnreadableSegment[] = [];
  #count = 0;

  /** `directory` is that of the spool. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  get count(): number {
    return this.#count;
  }

  /** The newest hundred, newest first. */
  list(): readonly UnreadableSegment[] {
    return this.#list;
  }

  /** Finds what a former run put aside; returns the names of these files. */
  async open(): Promise<readonly string[]> {
    const path = join(this.#directory, folder);
    const names = await readdir(path).catch(() => []);
    for (const name of names.sort()) {
      const found = await stat(join(path, name)).catch(() => undefined);
      if (!found?.isFile() && !found?.isDirectory()) continue;
      this.#add({ name, bytes: found.size, reason: 'an earlier run could not read it', at: found.ctimeMs });
    }
    return names;
  }

  /** Moves a file here, whose name none of those here begins with; one that cannot be moved stays where it is. Returns how it is listed. */
  async take(name: string, { bytes, reason, at }: Omit<UnreadableSegment, 'name'>): Promise<UnreadableSegment> {
    const path = join(this.#directory, folder);
    const moved = `${name}.${new Date(at).toISOString().replaceAll(':', '-')}.unreadable`;
    const isMoved = await mkdir(path, { recursive: true, mode: 0o700 })
      .then(() => rename(join(this.#directory, name), join(path, moved)))
      .then(
        () => true,
        () => false,
      );
    return this.#add({ name: isMoved ? moved : name, bytes, reason, at });
  }

  /** Lists what is gone for good. */
  note(segment: UnreadableSegment): void {
    this.#add(segment);
  }

  #add(segment: UnreadableSegment): UnreadableSegment {
    this.#count += 1;
    this.#list.unshift(segment);
    this.#list.length = Math.min(this.#list.length, maxListed);
    return segment;
  }
}
