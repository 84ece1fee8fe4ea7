import type { Device, DeviceVariable, LiveServerMessage } from '@cyno/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import type { LiveCache } from '../../../lib/live/live-client.ts';
import { createLiveCache } from './live-client-cache.ts';

const variable = (key: string): DeviceVariable => variableOf(key, { value: 1, at: 100 });

const board = (espid: string): Device =>
  deviceOf({
    espid,
    name: espid,
    onlineChangedAt: 100,
    lastSeenAt: 100,
    rssi: null,
    firmware: null,
    variables: [variable('temp'), variable('humid')],
  });

let client: QueryClient;
let cache: LiveCache;
let frames: (() => void)[];

const devices = () => client.getQueryData<Device[]>(['devices']) ?? [];
const paint = () => {
  for (const run of frames.splice(0)) run();
};
const points = (espid: string, ...list: [at: number, values: Record<string, number>][]): LiveServerMessage => ({
  type: 'points',
  espid,
  points: list.map(([at, values]) => ({ at, values })),
});

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['devices'], [board('a'), board('b')]);
  frames = [];
  cache = createLiveCache(client, (run) => frames.push(run));
});

test('many messages of a frame are one write, and untouched devices keep their identity', () => {
  let writes = 0;
  client.getQueryCache().subscribe((event) => event.type === 'updated' && writes++);
  const untouched = devices()[1];
  for (let at = 101; at <= 200; at++) cache.take(points('a', [at, { temp: at }]));
  expect(frames).toHaveLength(1);
  paint();
  expect(writes).toBe(1);
  expect(devices()[0]?.variables[0]).toMatchObject({ value: 200, at: 200 });
  expect(devices()[0]?.lastSeenAt).toBe(200);
  expect(devices()[1]).toBe(untouched);
});

test('a value or presence older than the known one changes nothing', () => {
  cache.take(points('a', [99, { temp: 7 }], [98, { humid: 7 }]));
  cache.take({ type: 'presence', espid: 'a', online: false, at: 99 });
  paint();
  expect(devices()[0]).toEqual(board('a'));
});

test('presence and info are taken over', () => {
  cache.take({ type: 'presence', espid: 'b', online: false, at: 300 });
  cache.take({ type: 'info', espid: 'b', rssi: -61, ip: '10.0.0.7', ssid: 'home', firmware: '1.4.2' });
  paint();
  expect(devices()[1]).toMatchObject({ online: false, onlineChangedAt: 300, rssi: -61, firmware: '1.4.2' });
});

test('a response that was under way when the board went offline does not bring it back online', async () => {
  let response: (devices: Device[]) => void = () => undefined;
  const fetching = client.fetchQuery({
    queryKey: ['devices'],
    queryFn: () => new Promise<Device[]>((resolve) => (response = resolve)),
  });
  cache.take({ type: 'presence', espid: 'a', online: false, at: 300 });
  paint();
  response([board('a'), board('b')]);
  await fetching;
  paint();
  expect(devices()[0]?.online).toBe(false);
});

test('what came before the first list is applied to it', async () => {
  client.removeQueries({ queryKey: ['devices'] });
  cache.take(points('a', [150, { temp: 15 }]));
  paint();
  await client.fetchQuery({ queryKey: ['devices'], queryFn: async () => [board('a')] });
  paint();
  expect(devices()[0]?.variables[0]).toMatchObject({ value: 15, at: 150 });
});

describe('a variable that came, or means something else', () => {
  const state = (...key: unknown[]) => client.getQueryState(key)?.isInvalidated;
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('fetches the list that has its device again, what was set of its variables, and their history', () => {
    const ofTab = [
      ['history-tab', 'a', { from: 1 }],
      ['statistics', 'a', { from: 1 }],
      ['history', 'a', { span: '1-2' }],
      ['day', 'a'],
    ];
    for (const key of [['shared'], ['variables', 'a', 'temp'], ['variables', 'b'], ['calibrations', 'a'], ...ofTab]) {
      client.setQueryData(key, []);
    }
    cache.take({ type: 'variables', espid: 'a' });
    vi.advanceTimersByTime(0);
    // A formula or calibration that changed may have changed its past.
    expect(ofTab.map((key) => state(...key))).toEqual([true, true, true, true]);
    expect([state('devices'), state('shared')]).toEqual([true, false]);
    expect([state('variables', 'a', 'temp'), state('calibrations', 'a'), state('variables', 'b')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('has the value of its new formula also where the former one made another at the same instant', async () => {
    const made = (value: number) => ({ ...board('a'), variables: [{ ...variable('temp'), value, at: 150 }] });
    cache.take(points('a', [150, { temp: 15 }]));
    paint();
    cache.take({ type: 'variables', espid: 'a' });
    await client.fetchQuery({ queryKey: ['devices'], queryFn: async () => [made(59)] });
    paint();
    expect(devices()[0]?.variables[0]?.value).toBe(59);
  });

  test('is found by its first value when its notice came before the list or the connection; one that the list never has, once', () => {
    for (const at of [150, 160]) {
      cache.take(points('a', [at, { light: 5 }]));
      paint();
      vi.advanceTimersByTime(10_000);
      expect(state('devices')).toBe(at === 150);
      client.setQueryData(['devices'], devices());
    }
  });

  test('is fetched at once, and one that comes soon after it too, with those between', () => {
    const again = () => client.setQueryData(['devices'], devices());
    cache.take({ type: 'variables', espid: 'a' });
    vi.advanceTimersByTime(0);
    expect(state('devices')).toBe(true);
    again();
    cache.take({ type: 'variables', espid: 'a' });
    cache.take({ type: 'variables', espid: 'b' });
    vi.advanceTimersByTime(1_000);
    expect(state('devices')).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(state('devices')).toBe(true);
    again();
    vi.advanceTimersByTime(10_000);
    expect(state('devices')).toBe(false);
  });
});

test('a new connection fetches what came before it, and not what is under way', async () => {
  const fetches: string[] = [];
  const fetched = (key: string) =>
    client.fetchQuery({
      queryKey: [key],
      queryFn: async () => {
        fetches.push(key);
        return [];
      },
    });
  const isOld = () => client.getQueryState(['devices'])?.isInvalidated;
  vi.useFakeTimers();
  cache.refetch();
  // The page is loading: that comes first.
  expect(isOld()).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(isOld()).toBe(true);
  vi.useRealTimers();
  client.setQueryData(['devices'], devices());
  const shared = fetched('shared');
  cache.refetch();
  await shared;
  expect(isOld()).toBe(true);
  expect(fetches).toEqual(['shared']);
});

const pairingState = (connectionKey: string) => ({
  connectionKey,
  windowOpenUntil: null,
  windowRoom: null,
  pending: [],
  blocked: [],
  oldKeyBoards: [],
});

test('`devices` fetches the list again and `pairing` replaces its state', async () => {
  cache.take({ type: 'devices' });
  await expect.poll(() => client.getQueryState(['devices'])?.isInvalidated).toBe(true);
  const state = pairingState('K');
  cache.take({ type: 'pairing', state });
  expect(client.getQueryData(['pairing'])).toEqual(state);
});

test('a response that was requested before `pairing` came does not replace its state', async () => {
  const response = Promise.withResolvers<ReturnType<typeof pairingState>>();
  const fetching = client.fetchQuery({ queryKey: ['pairing'], queryFn: () => response.promise }).catch(() => undefined);
  const state = pairingState('new');
  cache.take({ type: 'pairing', state });
  response.resolve(pairingState('old'));
  await fetching;
  expect(client.getQueryData(['pairing'])).toEqual(state);
});

test('names of variables are data: `__proto__` is just a key', () => {
  const message = JSON.parse('{"type":"points","espid":"a","points":[{"at":150,"values":{"__proto__":1,"temp":2}}]}');
  cache.take(message);
  paint();
  expect(devices()[0]?.variables[0]?.value).toBe(2);
  expect(({} as Record<string, unknown>).temp).toBeUndefined();
});

test('devices that others share are kept up to date as own ones are, each list for itself', () => {
  client.setQueryData(['shared'], [{ ...board('c'), owner: 'ann@example.com', role: 'viewer' }]);
  const own = devices();
  cache.take(points('c', [200, { temp: 7 }]));
  cache.take({ type: 'presence', espid: 'c', online: false, at: 200 });
  paint();
  expect(client.getQueryData<Device[]>(['shared'])?.[0]).toMatchObject({
    owner: 'ann@example.com',
    online: false,
    variables: [{ key: 'temp', value: 7 }, { key: 'humid' }],
  });
  expect(devices()).toBe(own);
});

test('a change of the lists also fetches what is offered and, when they are known, with whom devices are shared', async () => {
  for (const key of [['shared'], ['offers'], ['sharing', 'a', 'people']]) client.setQueryData(key, []);
  const stale = (...key: string[]) => client.getQueryState(key)?.isInvalidated;
  vi.useFakeTimers();
  cache.take({ type: 'devices' });
  vi.advanceTimersByTime(0);
  vi.useRealTimers();
  expect([stale('devices'), stale('shared'), stale('offers')]).toEqual([true, true, true]);
  expect(stale('sharing', 'a', 'people')).toBe(false);
  await expect.poll(() => stale('sharing', 'a', 'people')).toBe(true);
});

test('a connection that was down fetches the lists before what belongs to devices that may be gone', async () => {
  cache.refetch();
  let respond: (devices: Device[]) => void = () => undefined;
  const requested = Promise.withResolvers<void>();
  const list = new QueryObserver<Device[]>(client, {
    queryKey: ['devices'],
    queryFn: () =>
      new Promise((resolve) => {
        respond = resolve;
        requested.resolve();
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = list.subscribe(() => undefined);
  client.setQueryData(['control', 'a'], {});
  const isOld = () => client.getQueryState(['control', 'a'])?.isInvalidated;
  cache.refetch();
  await requested.promise;
  expect(isOld()).toBe(false);
  respond([]);
  await expect.poll(isOld).toBe(true);
  stop();
});

test.each([
  ['alerts', ['alerts', 'open', 'all']],
  ['devices', ['offers']],
] as const)(
  '%s are fetched again at once, and then not more often than every three seconds',
  async (type, queryKey) => {
    vi.useFakeTimers();
    const queryFn = vi.fn(() => Promise.resolve(null));
    const unsubscribe = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 5; round++) {
      cache.take({ type });
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(queryFn).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(queryFn).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(queryFn).toHaveBeenCalledTimes(3);
    unsubscribe();
    vi.useRealTimers();
  },
);
