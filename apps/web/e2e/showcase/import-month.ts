import { setTimeout as wait } from 'node:timers/promises';
import { type ImportStart, importCreated, importState } from '@cyno/contract';
import { dayMs, pastReadings, type Readings } from '../support/past-day.ts';
import type { User } from '../support/users.ts';

const days = 30;
const stepMs = 300_000;
const pollMs = 100;

/**
 * Brings a board's month up to yesterday into its history as a file, because boards themselves may send at most a day late. Throws when the
 * server refuses a line.
 */
export async function importMonth(
  user: User,
  board: { espid: string; read: Readings; utcOffsetHours: number },
): Promise<void> {
  const { espid, read, utcOffsetHours } = board;
  const now = Date.now();
  const span = { from: now - days * dayMs, to: now - dayMs, stepMs, utcOffsetHours };
  const lines = [...pastReadings(read, span)];
  const keys = Object.keys(lines[0]?.values ?? {});
  const rows = lines.map(({ ts, values }) => [ts, ...keys.map((key) => values[key])].join(','));
  const file = Buffer.from([['ts', ...keys].join(','), ...rows].join('\n'));
  const path = `/api/device/${encodeURIComponent(espid)}/imports`;
  const { id } = importCreated.parse(await user.api('POST', path, { name: 'month.csv', bytes: file.length }));
  const sent = await fetch(new URL(`${path}/${id}/piece?offset=0`, user.http), {
    method: 'PUT',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: file,
  });
  if (!sent.ok) throw new Error(`The month of ${espid} is not taken: ${sent.status} ${await sent.text()}`);
  await user.api('POST', `${path}/${id}/start`, {
    layout: { delimiter: ',', header: true, decimal: '.' },
    mapping: {
      time: { column: 0, format: 'milliseconds', zone: 'UTC' },
      columns: keys.map((key, index) => ({ column: index + 1, key, kind: 'number' })),
      only: null,
    },
    overwrite: false,
  } satisfies ImportStart);
  for (;;) {
    const { state, refused, problem, reasons } = importState.parse(await user.api('GET', `${path}/${id}`));
    if (state === 'done' && refused === 0) return;
    if (state !== 'waiting' && state !== 'running')
      throw new Error(`The month of ${espid} is not imported: ${problem ?? reasons[0]?.reason ?? state}`);
    await wait(pollMs);
  }
}
