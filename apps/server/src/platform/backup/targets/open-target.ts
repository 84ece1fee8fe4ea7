import { join, resolve } from 'node:path';
import { type RemoteAddress, readAddress } from './address.ts';
import { directoryTarget } from './directory.ts';
import { withPatience } from './limits.ts';
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

/** The target that the settings name; one on another machine is given up when it sends nothing for `respondMs`. */
export function openTarget(settings: TargetSettings, dataDirectory: string, respondMs?: number): BackupTarget {
  const { target, directory } = settings;
  if (target === null) return localTarget(dataDirectory);
  const address = readAddress(target);
  if (address === null) return directoryTarget(resolve(directory, target));
  return withPatience(remoteTarget(address, settings), respondMs);
}

function remoteTarget({ kind, url }: RemoteAddress, settings: TargetSettings): BackupTarget {
  switch (kind) {
    case 's3':
      return s3Target(url);
    case 'webdav':
      return webdavTarget(url);
    case 'sftp':
      return sftpTarget(url, settings);
  }
}

/** Backups in the data directory itself. */
export const localTarget = (dataDirectory: string): BackupTarget => directoryTarget(join(dataDirectory, 'backups'));
