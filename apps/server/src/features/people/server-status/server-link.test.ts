import { expect, test } from 'vitest';
import type { ServerCluster } from '../../../core.ts';
import { linkOf } from './server-link.ts';

const linked = {
  boards: 7,
  pages: 3,
  messagesPerSecond: 1.4,
  delayMs: 0.8,
  clockAheadMs: -20,
  isClockOff: false,
  isDrained: false,
};
const cluster: Pick<ServerCluster, 'linked' | 'directMessagesPerSecond'> = {
  linked: () => [
    { name: 'barn-2', ...linked },
    { name: 'barn-3', ...linked, boards: 2 },
  ],
  directMessagesPerSecond: () => 5,
};
const ofServer = (name: string, { boards = 12 } = {}) =>
  linkOf({ name, serves: name === 'barn-1' }, { cluster, boards });

test('a server on standby has what its link is known for', () => {
  expect(ofServer('barn-2')).toEqual(linked);
});

test('the server that serves has the boards that no other one brought', () => {
  const clock = { clockAheadMs: null, isClockOff: false };
  const direct = { pages: null, messagesPerSecond: 5, delayMs: null, ...clock, isDrained: false };
  expect(ofServer('barn-1')).toEqual({ boards: 3, ...direct });
  expect(ofServer('barn-1', { boards: 8 })).toEqual({ boards: 0, ...direct });
});

test('a server on standby that is not linked has none', () => {
  expect(ofServer('barn-4')).toBeNull();
});
