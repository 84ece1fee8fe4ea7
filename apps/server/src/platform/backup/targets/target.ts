import type { Readable } from 'node:stream';

export interface PutOptions {
  readonly signal: AbortSignal;
  /** Hears how many bytes are on their way. */
  readonly onBytes: (done: number) => void;
}

/** Where backups are stored: a flat list of files, each whole or not there. Each call throws a StartError with one sentence when it cannot. */
export interface BackupTarget {
  /** For people; names no secret. */
  readonly label: string;
  /** Another machine, which takes time to respond. */
  readonly isRemote: boolean;
  list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
  /** Stores a file of this machine under a name, which it gets only when it is whole. May move it away. */
  put(name: string, path: string, options: PutOptions): Promise<void>;
  read(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
  /** Removes what uploads left that were cut off. */
  removeUnfinished(): Promise<void>;
  /** Ends connections. */
  close(): Promise<void>;
}

/** Behind the name of a file that is not whole yet. */
export const partSuffix = '.part';

/** Whether a file is what an upload of ours left. */
export const isPart = (name: string): boolean => name.startsWith('cyno-') && name.endsWith(partSuffix);
