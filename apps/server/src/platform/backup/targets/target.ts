import type { Readable } from 'node:stream';

/** Where backups are stored: a flat list of files, each whole or not there. */
export interface BackupTarget {
  /** For people; names no secret. */
  readonly label: string;
  list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
  /** Stores a file of this machine under a name, which it gets only when it is whole. May move it away. */
  put(name: string, path: string): Promise<void>;
  read(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
  /** Ends connections. */
  close(): Promise<void>;
}
