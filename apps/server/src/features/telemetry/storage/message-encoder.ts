import { arrayText } from '../packing/index.ts';
import type { Message } from '../variables/index.ts';
import { maxSlots } from '../variables/index.ts';

/** Format of COPY … WITH (FORMAT binary): the signature, no flags, no header extension. */
const header = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const float8Oid = 701;
const fixedRowBytes = 2 + (4 + 8) + (4 + 4) + (4 + 20) + 4;
const slotBytes = 4 + 8;

/** The columns that `encodeMessages` writes, in order. */
export const copyColumns = 'at, device_id, numbers, texts';

/** Slots of the message that is being encoded; filled and emptied for each one, so that no message makes garbage. */
const numbers = new Float64Array(maxSlots + 1);
const present = new Uint8Array(maxSlots + 1);

/**
 * Writes messages as rows of PostgreSQL's binary COPY, which takes half the time of text on this side and keeps every bit of a
 * number. All variables must have their slots.
 */
export function encodeMessages(messages: readonly Message[]): Buffer {
  let rows: Buffer = Buffer.allocUnsafe(64 + messages.length * (fixedRowBytes + 8 * slotBytes));
  let end = header.copy(rows, 0);
  for (const message of messages) {
    const { slots, texts } = readValues(message);
    const json = texts === null ? null : Buffer.from(`\u0001${JSON.stringify(texts)}`);
    const needed = fixedRowBytes + slots * slotBytes + (json?.length ?? 0) + 2;
    if (end + needed > rows.length) rows = grow(rows, end, needed);
    end = writeRow({ rows, start: end, message, slots, json });
  }
  return rows.subarray(0, rows.writeInt16BE(-1, end));
}

/** Puts numbers into `numbers`/`present`; returns the highest slot, and the texts by slot. */
function readValues({ variables, values }: Message): { slots: number; texts: Record<string, string> | null } {
  let slots = 0;
  let texts: Record<string, string> | null = null;
  for (const { key, slot } of variables) {
    const value = values[key];
    if (slot === null || value === undefined) continue;
    if (typeof value === 'string') {
      texts ??= {};
      texts[slot] = value;
    } else {
      numbers[slot] = Number(value);
      present[slot] = 1;
      if (slot > slots) slots = slot;
    }
  }
  return { slots, texts };
}

function writeRow(row: { rows: Buffer; start: number; message: Message; slots: number; json: Buffer | null }): number {
  const { rows, message, slots, json } = row;
  let end = rows.writeInt16BE(4, row.start);
  end = rows.writeInt32BE(8, end);
  end = rows.writeInt32BE(Math.floor(message.at / 2 ** 32), end);
  end = rows.writeUInt32BE(message.at % 2 ** 32, end);
  end = rows.writeInt32BE(4, end);
  end = rows.writeInt32BE(message.device.id, end);
  end = writeNumbers(rows, end, slots);
  if (json === null) return rows.writeInt32BE(-1, end);
  end = rows.writeInt32BE(json.length, end);
  return end + json.copy(rows, end);
}

/** The binary form of float8[] (array_recv in PostgreSQL's arrayfuncs.c): dimensions, has nulls, type, length, lower bound. */
function writeNumbers(rows: Buffer, start: number, slots: number): number {
  const lengthAt = start;
  let end = start + 4;
  end = rows.writeInt32BE(slots === 0 ? 0 : 1, end);
  const nullsAt = end;
  end = rows.writeInt32BE(0, end);
  end = rows.writeInt32BE(float8Oid, end);
  if (slots > 0) {
    end = rows.writeInt32BE(slots, end);
    end = rows.writeInt32BE(1, end);
  }
  for (let slot = 1; slot <= slots; slot++) {
    if (present[slot] === 1) {
      end = rows.writeInt32BE(8, end);
      end = rows.writeDoubleBE(numbers[slot] ?? 0, end);
      present[slot] = 0;
    } else {
      end = rows.writeInt32BE(-1, end);
      rows.writeInt32BE(1, nullsAt);
    }
  }
  rows.writeInt32BE(end - lengthAt - 4, lengthAt);
  return end;
}

function grow(rows: Buffer, used: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(rows.length * 2, used + needed));
  rows.copy(larger, 0, 0, used);
  return larger;
}

/** The same values as text, for an INSERT: `{1.5,NULL}` and JSON. */
export function messageAsText(message: Message): { numbers: string; texts: string | null } {
  const { slots, texts } = readValues(message);
  const cells: (number | null)[] = [];
  for (let slot = 1; slot <= slots; slot++) {
    cells.push(present[slot] === 1 ? (numbers[slot] ?? null) : null);
    present[slot] = 0;
  }
  return { numbers: arrayText(cells), texts: texts === null ? null : JSON.stringify(texts) };
}
