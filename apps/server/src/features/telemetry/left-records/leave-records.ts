import { join } from 'node:path';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { Spool } from '../ingest/index.ts';
import { leftRecordsRepository, type RecordKind } from './left-records.repository.ts';

const spools: readonly (readonly [RecordKind, string])[] = [
  ['telemetry', 'spool'],
  ['reports', 'reports'],
];

/**
 * Leaves what this server acknowledged to boards and could not store any more to the one that serves now. To be called while no board can
 * connect here. Ends when the spools are empty or the signal is aborted; rejects when the database does not take it.
 */
export async function leaveRecords(
  database: Pick<Database, 'pool'>,
  { dataDirectory, log, signal }: { dataDirectory: string; log: Logger; signal: AbortSignal },
): Promise<void> {
  const repository = leftRecordsRepository(database);
  for (const [kind, folder] of spools) {
    const spool = new Spool(join(dataDirectory, folder), Number.POSITIVE_INFINITY);
    await spool.open();
    while (!signal.aborted) {
      const segment = await spool.oldest();
      if (!segment) break;
      await repository.add(kind, segment.payloads);
      await segment.remove();
      log.info(
        { kind, records: segment.payloads.length },
        'What was not stored yet is with the server that serves now',
      );
    }
  }
}
