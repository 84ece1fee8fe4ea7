import type { VirtualBoard } from '@cyno/virtual-board';
import { sendValues } from './send-values.ts';
import { expect } from './test.ts';
import { newUser, type User } from './users.ts';

/** A rule that alerts at once when the temperature is above 30, and clears at 28. */
const hotRule = {
  name: 'Too hot',
  enabled: true,
  severity: 'critical',
  scope: { kind: 'all' },
  condition: {
    kind: 'limit',
    key: 'temp',
    comparison: '>',
    threshold: 30,
    release: 28,
    forSeconds: 0,
    clearSeconds: 0,
  },
};

/** Somebody, a new user unless one is given, with a board that is 21.5 °C warm and sends only what a test sends. */
export async function newBoardOwner(boards: VirtualBoard[], owner?: User) {
  const user = owner ?? (await newUser());
  const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000 });
  boards.push(board);
  await sendValues(board, { temp: 21.5 });
  const devices = async () => (await user.api('GET', '/api/device/')) as { variables: unknown[] }[];
  await expect.poll(async () => (await devices())[0]?.variables.length).toBeGreaterThan(0);
  return { user, board, espid: board.espid };
}

/** The same, with the rule `Too hot`. */
export async function newGrower(boards: VirtualBoard[], owner?: User) {
  const made = await newBoardOwner(boards, owner);
  await made.user.api('POST', '/api/alert-rules', hotRule);
  return made;
}

/** The states of the open alerts of somebody. */
export async function openStates(user: User): Promise<string[]> {
  const { alerts } = (await user.api('GET', '/api/alerts')) as { alerts: { state: string }[] };
  return alerts.map(({ state }) => state);
}

/** The highest temperature of the last hour in the database; undefined: none. */
export async function storedMaximum(user: User, espid: string): Promise<number | undefined> {
  const to = Date.now() + 60_000;
  const address = `/api/device/${encodeURIComponent(espid)}/statistics?from=${to - 3_600_000}&to=${to}&keys=temp`;
  const { variables } = (await user.api('GET', address)) as { variables: Record<string, { max: { value: number } }> };
  return variables.temp?.max.value;
}
