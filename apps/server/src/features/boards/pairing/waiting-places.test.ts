import { expect, test } from 'vitest';
import { type WaitingBoard, whoGivesWay } from './waiting-places.ts';

let serial = 0;
const boardsOf = (network: string, count: number, more: Partial<WaitingBoard> = {}): WaitingBoard[] =>
  Array.from({ length: count }, () => {
    serial += 1;
    return { espid: `${network} ${serial}`, network, isHome: false, isOnline: true, seenAt: serial, ...more };
  });
const from = (network: string, isHome = false) => ({ network, isHome });

test('one network pushes out its own board that waited longest', () => {
  const boards = boardsOf('a', 10);
  expect(whoGivesWay(boards, from('a'))).toBe(boards[0]);
});

test('a network with fewer gets a place of the one that has most', () => {
  const [many, few] = [boardsOf('a', 8), boardsOf('b', 2)];
  expect(whoGivesWay([...few, ...many], from('c'))).toBe(many[0]);
  expect(whoGivesWay([...few, ...many], from('b'))).toBe(many[0]);
});

test('anyone who has as many as any pushes out nobody else', () => {
  const [mine, theirs] = [boardsOf('a', 5), boardsOf('b', 5)];
  expect(whoGivesWay([...theirs, ...mine], from('a'))).toBe(mine[0]);
});

test('the only board of another network stays, unless it has left', () => {
  const alone = Array.from({ length: 10 }, (_, n) => boardsOf(`network ${n}`, 1)).flat();
  expect(whoGivesWay(alone, from('stranger'))).toBeUndefined();
  const [first, second = boardsOf('?', 1)[0], ...rest] = alone as [WaitingBoard, ...WaitingBoard[]];
  const left = { ...(second as WaitingBoard), isOnline: false };
  expect(whoGivesWay([first, left, ...rest], from('stranger'))).toBe(left);
});

test('boards of the account’s own networks give way to no stranger, from however many networks those come', () => {
  const [mine, strangers] = [boardsOf('home', 8, { isHome: true }), [...boardsOf('a', 1), ...boardsOf('b', 1)]];
  expect(whoGivesWay([...mine, ...strangers], from('c'))).toBeUndefined();
  expect(whoGivesWay([...mine, ...strangers], from('a'))).toBe(strangers[0]);
});

test('a board of the account’s own networks gets in among strangers', () => {
  const strangers = Array.from({ length: 10 }, (_, n) => boardsOf(`network ${n}`, 1)).flat();
  expect(whoGivesWay(strangers, from('home', true))).toBe(strangers[0]);
});
