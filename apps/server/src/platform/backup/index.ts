export { isEncrypted } from './archive/read-archive.ts';
export { BackupStore } from './backup-store.ts';
export type { Progress } from './progress.ts';
export { finishRestore, prepareRestore, putInPlace } from './restore.ts';
export type { Retention } from './retention.ts';
export { type LastRun, readLastRun, runBackup } from './run-backup.ts';
export type { BackupKind, StoredBackup } from './stored-backup.ts';
export { openTarget } from './targets/open-target.ts';
