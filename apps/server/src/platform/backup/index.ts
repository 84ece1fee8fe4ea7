export { BackupStore } from './backup-store.ts';
export { describeSource } from './create-archive.ts';
export { withFetched } from './fetch-archive.ts';
export type { Progress } from './progress.ts';
export { checkArchive, finishRestore, planRestore, prepareRestore, putInPlace } from './restore.ts';
export { type LastRun, needSpace, readLastRun, runBackup, spaceFor } from './run-backup.ts';
export type { StoredBackup } from './stored-backup.ts';
export { localTarget, openTarget } from './targets/open-target.ts';
export { pruneLog, windowStart } from './wal-window.ts';
