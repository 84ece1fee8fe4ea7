import { crc32 } from 'node:zlib';

/** Begins every segment file: the format and its version. */
export const segmentHeader = Buffer.from('CYNOSPL1');
const recordMark = Buffer.from('\u0001REC');
const headBytes = recordMark.length + 4 + 4;

/** A record as it stands in a segment: mark, length, CRC-32 of length and payload, payload; integers are big-endian. */
export function encodeRecord(payload: Uint8Array): Buffer {
  const record = Buffer.allocUnsafe(headBytes + payload.length);
  recordMark.copy(record, 0);
  record.writeUInt32BE(payload.length, 4);
  record.set(payload, headBytes);
  record.writeUInt32BE(checksum(record, payload), 8);
  return record;
}

/**
 * The payloads of a segment. What a crash tore off or the disk changed is skipped up to the next record that is whole;
 * `lostBytes` is how much that was, and `endsTorn` that all of it stands behind the last whole record.
 */
export function readSegment(segment: Buffer): { payloads: Buffer[]; lostBytes: number; endsTorn: boolean } {
  const payloads: Buffer[] = [];
  let lostBytes = 0;
  let endsTorn = false;
  let at = segment.subarray(0, segmentHeader.length).equals(segmentHeader) ? segmentHeader.length : 0;
  while (at < segment.length) {
    const payload = recordAt(segment, at);
    if (payload) {
      payloads.push(payload);
      at += headBytes + payload.length;
      continue;
    }
    const next = segment.indexOf(recordMark, at + 1);
    const skippedTo = next < 0 ? segment.length : next;
    endsTorn = next < 0 && lostBytes === 0;
    lostBytes += skippedTo - at;
    at = skippedTo;
  }
  return { payloads, lostBytes, endsTorn };
}

/** What is whole of a file of the data directory that is copied while it may be appended to: of a segment all but the record at its end. */
export function wholePart(name: string, content: Buffer): Buffer {
  if (!name.endsWith('.spool')) return content;
  const { lostBytes, endsTorn } = readSegment(content);
  return endsTorn ? content.subarray(0, content.length - lostBytes) : content;
}

function recordAt(segment: Buffer, at: number): Buffer | undefined {
  if (at + headBytes > segment.length || segment.indexOf(recordMark, at) !== at) return undefined;
  const length = segment.readUInt32BE(at + 4);
  const end = at + headBytes + length;
  if (end > segment.length) return undefined;
  const payload = segment.subarray(at + headBytes, end);
  return checksum(segment.subarray(at), payload) === segment.readUInt32BE(at + 8) ? payload : undefined;
}

function checksum(record: Buffer, payload: Uint8Array): number {
  return crc32(payload, crc32(record.subarray(4, 8)));
}
