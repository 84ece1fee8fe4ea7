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
  /** Removes what uploads left that were cut off a day ago. */
  removeUnfinished(): Promise<void>;
  /** Ends connections. */
  close(): Promise<void>;
}

/** Behind the name of a file that is not whole yet. */
export const partSuffix = '.part';

/** What is younger may be on its way from another server with the same target. */
const leftAfterMs = 86_400_000;

/** Whether an upload that began or was written at `at` (ms since the epoch) was cut off. */
export const isCutOff = (at: number): boolean => at < Date.now() - leftAfterMs;

/** Whether a file is what an upload of ours left that was cut off; `at`: when it was written, ms since the epoch. */
export const isLeftPart = (name: string, at: number): boolean =>
  name.startsWith('cyno-') && name.endsWith(partSuffix) && isCutOff(at);
