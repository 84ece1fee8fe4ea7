/** What a frame does to its connection. `message`: something between the servers, of no connection. */
export const frameTypes = { open: 1, data: 2, end: 3, close: 4, credit: 5, message: 6 } as const;

export interface Frame {
  readonly type: number;
  /** The connection, by the number that the end gave it which opened it; 0: none. */
  readonly connection: number;
  readonly payload: Buffer;
}

/** Type, connection, length of the payload. */
const headerBytes = 9;

/** The header of a frame, whose payload follows. */
export function frameHeader({ type, connection, payload }: Frame): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
  header[0] = type;
  header.writeUInt32BE(connection, 1);
  header.writeUInt32BE(payload.length, 5);
  return header;
}

/** The frames of a batch; throws a RangeError for one that is cut off. */
export function* framesOf(batch: Buffer): Generator<Frame> {
  let at = 0;
  while (at < batch.length) {
    const type = batch.readUInt8(at);
    const connection = batch.readUInt32BE(at + 1);
    const from = at + headerBytes;
    const to = from + batch.readUInt32BE(at + 5);
    if (to > batch.length) throw new RangeError('A frame is cut off');
    yield { type, connection, payload: batch.subarray(from, to) };
    at = to;
  }
}
