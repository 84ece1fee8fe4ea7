import { join, resolve } from 'node:path';
import { directoryTarget } from './directory.ts';
import type { BackupTarget } from './target.ts';

export interface TargetSettings {
  /** Null: a folder in the data directory. */
  readonly target: string | null;
  /** What a relative path begins at. */
  readonly directory: string;
}

/** The target that the settings name. */
export function openTarget({ target, directory }: TargetSettings, dataDirectory: string): BackupTarget {
  if (target === null) return directoryTarget(join(dataDirectory, 'backups'));
  return directoryTarget(resolve(directory, target));
}
