import { Registry } from 'prom-client';
import { beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { silentLogger } from '../../../../test/log.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { DashboardScope } from './dashboard-scope.ts';
import { ScopeViewers } from './scope-viewers.ts';

const scopeOf = (channel: string) =>
  ({
    channel,
    etag: '1',
    expiresAt: null,
    byNumber: new Map(),
    byDeviceId: new Map(),
  }) as unknown as DashboardScope;

let viewers: ScopeViewers;
beforeEach(() => {
  viewers = new ScopeViewers({
    bus: new EventBus({ log: silentLogger }),
    clock: systemClock,
    log: silentLogger,
    metrics: new Registry(),
    reopen: async (channel) => scopeOf(channel),
  });
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
  const leave = viewers.join(socket as unknown as WebSocket, scopeOf(channel), { origin, account: null });
  visitor.isIn = leave !== undefined;
  visitor.leave = leave ?? visitor.leave;
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
