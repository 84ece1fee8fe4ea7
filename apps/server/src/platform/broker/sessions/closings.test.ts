import { beforeEach, expect, test } from 'vitest';
import type { BoardConnection } from '../connections/board-connection.ts';
import { Closings } from './closings.ts';

let now: number;
let notified: string[];
let closings: Closings;

beforeEach(() => {
  now = 0;
  notified = [];
  // Each takes a millisecond of the event loop.
  closings = new Closings(
    (board, reason) => {
      now += 1;
      notified.push(`${board.session.espid} ${reason}`);
    },
    () => now,
  );
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const boardOf = (espid: string) => ({ session: { espid } }) as BoardConnection;
const close = (count: number) => {
  for (let n = 0; n < count; n += 1) closings.add(boardOf(`E${n}`), 'lost');
};

test('a board that closes alone ends at once', () => {
  closings.add(boardOf('E0'), 'closed');
  expect(notified).toEqual(['E0 closed']);
});

test('of many that close in one turn the others follow in later ones, in their order', async () => {
  close(12);
  expect(notified).toHaveLength(5);
  await nextTurn();
  expect(notified).toHaveLength(10);
  await nextTurn();
  expect(notified).toEqual(Array.from({ length: 12 }, (_, n) => `E${n} lost`));
});

test('one that closes while others wait comes after them', async () => {
  close(6);
  await nextTurn();
  now += 100;
  close(6);
  closings.add(boardOf('late'), 'lost');
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(notified).toHaveLength(13);
  expect(notified.at(-1)).toBe('late lost');
});

test('a board that connects again has ended before, once', async () => {
  close(12);
  closings.finish('E9');
  expect(notified.at(-1)).toBe('E9 lost');
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(notified.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => `E${n} lost`).toSorted());
});

test('all have ended when the server stops', () => {
  close(12);
  closings.finishAll();
  expect(notified).toHaveLength(12);
});
