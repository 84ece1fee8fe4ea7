import { beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { silentLogger } from '../../../../test/log.ts';
import { LiveConnection } from './live.connection.ts';
import { LiveScopes } from './live.scopes.ts';

let viewers: LiveScopes;
beforeEach(() => {
  viewers = new LiveScopes(silentLogger);
});

/** Joins a channel; `closed` is the code with which the server closed. */
function join(channel: string, origin: string) {
  const visitor: { closed: number | undefined; isIn: boolean; leave(): void } = {
    closed: undefined,
    isIn: false,
    leave: () => {},
  };
  const socket = {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send() {},
    close(code: number) {
      visitor.closed = code;
    },
  };
  const connection = new LiveConnection(socket as unknown as WebSocket, () => {});
  const scope = { channel, dashboardId: 1, ownerId: 1, etag: '1', expiresAt: null, byDeviceId: new Map() };
  const viewer = viewers.join({ scope, reopen: async () => scope }, { connection, origin, caller: null });
  visitor.isIn = viewer !== undefined;
  visitor.leave = viewer?.leave ?? visitor.leave;
  return visitor;
}

const joinMany = (channel: string, origin: string, count: number) =>
  Array.from({ length: count }, () => join(channel, origin));

test('seven networks that fill a link do not shut out an eighth: the oldest of the one with most gives way', () => {
  const floods = [1, 2, 3, 4, 5, 6].flatMap((number) => joinMany('link 1', `192.0.2.${number}`, 30));
  joinMany('link 1', '192.0.2.7', 20);
  expect(viewers.countOf('link 1')).toBe(200);
  const honest = join('link 1', '198.51.100.7');
  expect([honest.isIn, floods[0]?.closed, viewers.countOf('link 1')]).toEqual([true, 4429, 200]);
  // Its connection ends later; that frees no further place.
  floods[0]?.leave();
  expect(viewers.countOf('link 1')).toBe(200);
});

test('many networks that fill the server with links of their own do not shut out a page of another', () => {
  for (let number = 0; number < 66; number += 1) joinMany(`link ${number}`, `192.0.2.${number}`, 30);
  joinMany('link 66', '192.0.2.66', 20);
  expect(join('link 100', '198.51.100.7').isIn).toBe(true);
  expect(viewers.countOf('link 0')).toBe(29);
});

test('networks that have alike do not push each other out', () => {
  const first = Array.from({ length: 200 }, (_, number) => join('link 1', `192.0.2.${number}`));
  expect(join('link 1', '198.51.100.7').isIn).toBe(false);
  expect(first.every(({ closed }) => closed === undefined)).toBe(true);
  expect(joinMany('link 2', '198.51.100.7', 31).map(({ isIn }) => isIn)).toEqual([...Array(30).fill(true), false]);
});
