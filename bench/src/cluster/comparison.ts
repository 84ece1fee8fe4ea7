import type pg from 'pg';
import type { SentCommand } from './commander.ts';
import type { BoardRecord } from './killed-boards.ts';
import { Ranges } from './ranges.ts';

interface StoredCommand {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
}

/** Whether all that boards take for stored is in the history; returns how many messages are not. */
export async function countLostMessages(database: pg.Pool, boards: readonly BoardRecord[]): Promise<number> {
  let [confirmed, lost] = [0, 0];
  for (const board of boards) {
    const { rows } = await database.query<{ n: number }>(
      `SELECT numbers[slot] AS n FROM telemetry JOIN devices ON devices.id = telemetry.device_id
       JOIN variables ON variables.device_id = devices.id AND key = 'n' WHERE espid = $1`,
      [board.espid],
    );
    const stored = new Set(rows.map(({ n }) => n));
    for (const [from, to] of board.confirmed) {
      confirmed += to - from + 1;
      const missing = new Ranges();
      for (let n = from; n <= to; n += 1) if (!stored.has(n)) missing.add(n);
      for (const [first, last] of missing.list) {
        lost += last - first + 1;
        console.log(`LOST: ${board.espid} has no ${first} to ${last}`);
      }
    }
  }
  console.log(`${confirmed} messages acknowledged or echoed, ${lost} of them lost (goal 0)`);
  return lost;
}

/** What became of commands; returns how many were lost, or happened twice that must not. */
export async function countWrongCommands(
  database: pg.Pool,
  commands: readonly SentCommand[],
  boards: readonly BoardRecord[],
): Promise<number> {
  const ids = commands.flatMap(({ id }) => id ?? []);
  const { rows } = await database.query<StoredCommand>('SELECT id, state, reason FROM commands WHERE id = ANY($1)', [
    ids,
  ]);
  const stored = new Map(rows.map((row) => [Number(row.id), row]));
  const received = new Map(boards.map(({ espid, received: some }) => [espid, Map.groupBy(some, (payload) => payload)]));
  const ends = new Map<string, number>();
  const counts = { accepted: 0, refused: 0, refusedAndDone: 0, repeated: 0, lost: 0, doubled: 0 };
  for (const { espid, payload, isMomentary, id } of commands) {
    const times = received.get(espid)?.get(payload)?.length ?? 0;
    const { state = 'not stored', reason = null } = (id !== null && stored.get(id)) || {};
    if (id === null) counts.refused += 1;
    else {
      counts.accepted += 1;
      const end = `${isMomentary ? 'momentary' : 'lasting'}, ${state}${reason ? `: ${reason}` : ''}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    if (id === null && times > 0) counts.refusedAndDone += 1;
    if (id !== null && (state === 'not stored' || (state === 'acknowledged' && times === 0))) {
      counts.lost += 1;
      console.log(`LOST: ${espid}, command ${id} ${payload} is ${state}`);
    }
    if (times > 1 && isMomentary) {
      counts.doubled += 1;
      console.log(`DOUBLED: ${espid}, command ${id} ${payload} ${times} times, ${state}`);
    } else if (times > 1) counts.repeated += 1;
  }
  console.log(
    `${counts.accepted} commands accepted, ${counts.lost} of them lost (goal 0), ${counts.doubled} of a moment twice (goal 0), ${counts.repeated} that last repeated; ${counts.refused} not accepted, of which ${counts.refusedAndDone} came to a board`,
  );
  for (const [end, count] of ends) console.log(`  ${count} ${end}`);
  return counts.lost + counts.doubled;
}
