import type { BackupStart } from './base-backup.ts';
import { formatLsn, segmentName } from './lsn.ts';
import type { ReplicationConnection } from './replication.ts';

/** A file of the write-ahead log, filled with zeros behind what was requested. */
export interface WalSegment {
  readonly name: string;
  readonly content: Buffer;
}

const xLogData = 'w'.charCodeAt(0);
const keepalive = 'k'.charCodeAt(0);
const statusUpdate = 'r'.charCodeAt(0);
const dataHeadBytes = 25;

/** Yields the files that hold the log from `start` to `end`, once the server has written so far. The connection is of no use afterwards. */
export async function* readWal(
  connection: ReplicationConnection,
  { start, end, slot, segmentBytes }: { start: BackupStart; end: bigint; slot: string; segmentBytes: number },
): AsyncGenerator<WalSegment> {
  const size = BigInt(segmentBytes);
  let place = start.lsn - (start.lsn % size);
  let content = Buffer.alloc(segmentBytes);
  const nameOf = (at: bigint) => segmentName(start.timeline, at, segmentBytes);
  for await (const message of connection.copy(
    `START_REPLICATION SLOT ${slot} PHYSICAL ${formatLsn(place)} TIMELINE ${start.timeline}`,
  )) {
    if (message[0] === keepalive && message.at(-1) === 1) connection.send(status(place));
    if (message[0] !== xLogData) continue;
    let bytes = message.subarray(dataHeadBytes);
    while (bytes.length > 0) {
      const offset = Number(place % size);
      const taken = bytes.copy(content, offset);
      bytes = bytes.subarray(taken);
      place += BigInt(taken);
      if (place % size === 0n) {
        yield { name: nameOf(place - 1n), content };
        content = Buffer.alloc(segmentBytes);
      }
    }
    if (place >= end) break;
  }
  if (place % size !== 0n) yield { name: nameOf(place), content };
}

/** "I have everything up to here", so that the server does not take us for gone. */
function status(place: bigint): Buffer {
  const message = Buffer.alloc(34);
  message[0] = statusUpdate;
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(place, at);
  return message;
}
