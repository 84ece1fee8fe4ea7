import { StartError } from '../../start-error.ts';
import { parseLsn } from './lsn.ts';
import type { ReplicationConnection } from './replication.ts';

/** From where on the write-ahead log is needed to use a base backup. */
export interface BackupStart {
  readonly lsn: bigint;
  readonly timeline: number;
}

/** Reading faster than this would keep boards waiting for the disk, kB/s. */
const maxRate = 32 * 1_024;

/**
 * Yields all files of the running cluster, without its write-ahead log, as a tar archive. Files may be torn: the log from the returned start on mends them.
 */
export async function* readBaseBackup(connection: ReplicationConnection): AsyncGenerator<Buffer, BackupStart> {
  const copy = connection.copy(
    `BASE_BACKUP (LABEL 'cyno', CHECKPOINT 'fast', WAL false, MANIFEST 'no', WAIT false, MAX_RATE ${maxRate})`,
  );
  let archives = 0;
  for (;;) {
    const next = await copy.next();
    if (next.done) {
      const [row] = next.value[0]?.rows ?? [];
      return { lsn: parseLsn(row.recptr), timeline: Number(row.tli) };
    }
    const kind = next.value[0];
    if (kind === newArchive && ++archives > 1) {
      throw new StartError(
        'The database keeps tables in tablespaces outside of its directory, which a backup cannot hold.',
      );
    }
    if (kind === data) yield next.value.subarray(1);
  }
}

/** The first byte of each message, see BASE_BACKUP in the protocol's description. */
const newArchive = 'n'.charCodeAt(0);
const data = 'd'.charCodeAt(0);
