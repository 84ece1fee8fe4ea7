import { type Kit, type KitName, kits, seededRandom } from '@cyno/virtual-board';
import { connectAsync } from 'mqtt';

export const dayMs = 24 * 3600 * 1000;
const boardPassword = 'cynoiotbundle';

/** A source of readings that continues where its last reading ended. */
export type Readings = ReturnType<Kit['begin']>;

/** The readings of a board; the same ones for the same espid. */
export const readingsOf = (espid: string, kit: KitName): Readings =>
  kits[kit].begin(seededRandom([...espid].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0));

/** What a board measured between two instants, one reading each `stepMs`. */
export function* pastReadings(
  read: Readings,
  span: { from: number; to: number; stepMs: number; utcOffsetHours: number },
): Generator<{ ts: number; values: Record<string, number> }> {
  for (let ts = span.from; ts < span.to; ts += span.stepMs) {
    const secondOfDay = (((ts / 1000 + span.utcOffsetHours * 3600) % 86_400) + 86_400) % 86_400;
    yield { ts: Math.round(ts), values: read({ secondOfDay, elapsedS: span.stepMs / 1000 }) };
  }
}

/**
 * Sends what a board with this kit would have measured in the last day, one message each `stepMs`, with explicit
 * instants; leaves out the span from `gap.from` to `gap.to` (hours ago), in which the board was away. Returns the instant of the newest
 * one, when all are acknowledged.
 */
export async function sendPastDay(board: {
  espid: string;
  kit: KitName;
  username: string;
  mqtt: string;
  stepMs: number;
  utcOffsetHours: number;
  gap?: { from: number; to: number };
  /** Continues these readings; default: those of the espid from their beginning. */
  read?: Readings;
}): Promise<number> {
  const { espid, kit, stepMs, utcOffsetHours, gap, read = readingsOf(espid, kit) } = board;
  const client = await connectAsync(board.mqtt, {
    clientId: espid,
    username: board.username,
    password: boardPassword,
    protocolVersion: 4,
  });
  const now = Date.now();
  let newest = 0;
  const sent: Promise<unknown>[] = [];
  for (const { ts, values } of pastReadings(read, { from: now - dayMs + 120_000, to: now, stepMs, utcOffsetHours })) {
    const hoursAgo = (now - ts) / 3_600_000;
    if (gap && hoursAgo < gap.from && hoursAgo > gap.to) continue;
    newest = ts;
    sent.push(client.publishAsync(`/${espid}/data/update`, JSON.stringify({ ...values, ts }), { qos: 1 }));
  }
  await Promise.all(sent);
  await client.endAsync();
  return newest;
}
