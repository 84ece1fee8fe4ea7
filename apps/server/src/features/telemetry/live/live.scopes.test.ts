import { beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { silentLogger } from '../../../../test/log.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { LiveConnection } from './live.connection.ts';
import type { LiveScope } from './live.filters.ts';
import { LiveScopes, type OpenScope } from './live.scopes.ts';

let viewers: LiveScopes;
beforeEach(() => {
  viewers = new LiveScopes(silentLogger);
});

const scopeOf = (channel: string): LiveScope => ({
  channel,
  dashboardId: 1,
  ownerId: 1,
  etag: '1',
  expiresAt: null,
  follows: false,
  exposed: new Set(),
  byDeviceId: new Map(),
});

/** Joins a channel; `types` are those of what it was sent, `closed` is the code with which the server closed. */
function join(
  channel: string,
  origin: string,
  scope = scopeOf(channel),
  reopen: OpenScope['reopen'] = async () => scope,
) {
  const visitor: { closed: number | undefined; isIn: boolean; types: string[]; leave(): void } = {
    closed: undefined,
    isIn: false,
    types: [],
    leave: () => {},
  };
  const socket = {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send: (text: string) => visitor.types.push(JSON.parse(text).type),
    close(code: number) {
      visitor.closed = code;
    },
  };
  const connection = new LiveConnection(socket as unknown as WebSocket, () => {});
  const viewer = viewers.join({ scope, reopen }, { connection, origin, caller: null });
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

/** What the viewers of the only channel get of a point of device 1. */
function valuesOf(accountId: number) {
  const [channel] = viewers.channels();
  const device = { id: 1, accountId } as DeviceRecord;
  return channel?.filter.point(device, { at: 1, values: { temp: 1, door: 1 } })?.point.values;
}

const showing = (...keys: string[]): LiveScope => ({
  ...scopeOf('link 1'),
  byDeviceId: new Map([[1, { number: '1', keys: new Set(keys), targets: [] }]]),
});

test('a device that became another account’s is not shown, even before the scope is read again', () => {
  join('link 1', '192.0.2.1', showing('temp'));
  expect([valuesOf(1), valuesOf(2)]).toEqual([{ temp: 1 }, undefined]);
});

test('what was read before a change is not shown after it', async () => {
  const reads: PromiseWithResolvers<LiveScope>[] = [];
  const reopen = () => {
    const read = Promise.withResolvers<LiveScope>();
    reads.push(read);
    return read.promise;
  };
  join('link 1', '192.0.2.1', showing('temp', 'door'), reopen);
  await expect.poll(() => reads.length).toBe(1);
  viewers.refresh('link 1');
  reads[0]?.resolve(showing('temp', 'door'));
  await expect.poll(() => reads.length).toBe(2);
  expect(valuesOf(1)).toBeUndefined();
  reads[1]?.resolve(showing('temp'));
  await expect.poll(() => valuesOf(1)).toEqual({ temp: 1 });
});

test('many changes while a scope is read are one more read, and its viewers are notified once', async () => {
  const reads: PromiseWithResolvers<LiveScope>[] = [];
  const reopen = () => {
    const read = Promise.withResolvers<LiveScope>();
    reads.push(read);
    return read.promise;
  };
  const visitor = join('link 1', '192.0.2.1', showing('temp'), reopen);
  await expect.poll(() => reads.length).toBe(1);
  for (let change = 0; change < 50; change++) viewers.refresh('link 1');
  expect(valuesOf(1)).toBeUndefined();
  reads[0]?.resolve(showing('temp'));
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.resolve(showing('temp'));
  await expect.poll(() => valuesOf(1)).toEqual({ temp: 1 });
  expect([reads.length, visitor.types]).toEqual([2, ['dashboards']]);
});

test('a change of devices takes nothing away while it is read, unless a tag or group decides which of them are shown', async () => {
  const read = Promise.withResolvers<LiveScope>();
  const fixed = join('link 1', '192.0.2.1', showing('temp'), () => read.promise);
  viewers.devicesChanged(1);
  expect(valuesOf(1)).toEqual({ temp: 1 });
  read.resolve(showing('door'));
  await expect.poll(() => valuesOf(1)).toEqual({ door: 1 });
  expect(fixed.types).toEqual(['dashboards']);
  fixed.leave();
  join('link 1', '192.0.2.1', { ...showing('temp'), follows: true }, () => Promise.withResolvers<LiveScope>().promise);
  viewers.devicesChanged(1);
  expect(valuesOf(1)).toBeUndefined();
});

test('what happens at an account is a matter of the channels of its own dashboards alone', () => {
  const ofOwner = (ownerId: number) => [...viewers.channelsOf(ownerId)].map(({ filter }) => filter.scope.channel);
  const [first] = [join('link 1', '192.0.2.1'), join('link 2', '192.0.2.1')];
  join('link 3', '192.0.2.1', { ...scopeOf('link 3'), ownerId: 2 });
  expect([ofOwner(1), ofOwner(2), ofOwner(3)]).toEqual([['link 1', 'link 2'], ['link 3'], []]);
  first.leave();
  expect(ofOwner(1)).toEqual(['link 2']);
  join('link 1', '192.0.2.2');
  expect(ofOwner(1)).toEqual(['link 2', 'link 1']);
});

test('viewers of what could not be read get nothing and come again, and what they look at has not ended', async () => {
  const reads = [() => Promise.reject(new Error('The database is away.')), async () => showing('temp')];
  const reopen = async () => reads.shift()?.();
  const visitor = join('link 1', '192.0.2.1', showing('temp', 'door'), reopen);
  await expect.poll(() => visitor.closed).toBe(1011);
  expect([visitor.types, valuesOf(1)]).toEqual([[], undefined]);
  const again = join('link 1', '192.0.2.1', showing('temp'), reopen);
  await expect.poll(() => valuesOf(1)).toEqual({ temp: 1 });
  viewers.refresh('link 1');
  await expect.poll(() => again.closed).toBe(4401);
});
