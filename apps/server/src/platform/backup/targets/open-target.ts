import { join, resolve } from 'node:path';
import { readAddress } from './address.ts';
import { directoryTarget } from './directory.ts';
import { s3Target } from './s3.ts';
import { type SshSettings, sftpTarget } from './sftp.ts';
import type { BackupTarget } from './target.ts';
import { webdavTarget } from './webdav.ts';

export interface TargetSettings extends SshSettings {
  /** A directory or an address; null: a folder in the data directory. */
  readonly target: string | null;
  /** What a relative path begins at. */
  readonly directory: string;
}

/** The target that the settings name. */
export function openTarget(settings: TargetSettings, dataDirectory: string): BackupTarget {
  const { target, directory } = settings;
  if (target === null) return localTarget(dataDirectory);
  const address = readAddress(target);
  if (address === null) return directoryTarget(resolve(directory, target));
  if (address.kind === 's3') return s3Target(address.url);
  if (address.kind === 'webdav') return webdavTarget(address.url);
  return sftpTarget(address.url, settings);
}

/** Backups in the data directory itself. */
export const localTarget = (dataDirectory: string): BackupTarget => directoryTarget(join(dataDirectory, 'backups'));
