import { type KitName, kits, seededRandom } from '@cyno/virtual-board';
import { connectAsync } from 'mqtt';

const dayMs = 24 * 3600 * 1000;
const boardPassword = 'cynoiotbundle';

/**
 * Sends what a board with this kit would have measured in the last day, one message each `stepMs`, with explicit
 * instants; leaves out the span from `gap.from` to `gap.to` (hours ago), in which the board was away.
 */
export async function sendPastDay(board: {
  espid: string;
  kit: KitName;
  username: string;
  mqtt: string;
  stepMs: number;
  utcOffsetHours: number;
  gap?: { from: number; to: number };
}): Promise<void> {
  const { espid, kit, stepMs, gap } = board;
  const client = await connectAsync(board.mqtt, {
    clientId: espid,
    username: board.username,
    password: boardPassword,
    protocolVersion: 4,
  });
  const read = kits[kit].begin(
    seededRandom([...espid].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0),
  );
  const now = Date.now();
  const sent: Promise<unknown>[] = [];
  for (let ts = now - dayMs + 120_000; ts < now; ts += stepMs) {
    const secondOfDay = (((ts / 1000 + board.utcOffsetHours * 3600) % 86_400) + 86_400) % 86_400;
    const values = read({ secondOfDay, elapsedS: stepMs / 1000 });
    const hoursAgo = (now - ts) / 3_600_000;
    if (gap && hoursAgo < gap.from && hoursAgo > gap.to) continue;
    sent.push(
      client.publishAsync(`/${espid}/data/update`, JSON.stringify({ ...values, ts: Math.round(ts) }), { qos: 1 }),
    );
  }
  await Promise.all(sent);
  await client.endAsync();
}
