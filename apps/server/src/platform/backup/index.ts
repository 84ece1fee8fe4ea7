export { BackupStore } from './backup-store.ts';
export { withFetched } from './fetch-archive.ts';
export type { Progress } from './progress.ts';
export { checkArchive, finishRestore, prepareRestore, putInPlace } from './restore.ts';
export { readLastRun, runBackup } from './run-backup.ts';
export type { StoredBackup } from './stored-backup.ts';
export { localTarget, openTarget } from './targets/open-target.ts';
