import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Claim, FairPlaces, type GiveBack, type PlaceLimits } from './fair-places.ts';

/** Claims that record when they got their place, and return it when released. */
function bench(limits: Omit<PlaceLimits, 'refusal'>) {
  const places = new FairPlaces<string>({ ...limits, refusal: (why) => new Error(why) });
  const held: string[] = [];
  const refused: Record<string, string> = {};
  const ends = new Map<string, GiveBack>();
  const claim = (name: string, more: Partial<Claim<string>> = {}) => {
    const got = places.take({ key: name.replace(/\d+$/, ''), ...more });
    void got.then(
      (giveBack) => {
        held.push(name);
        ends.set(name, giveBack);
      },
      (error: Error) => {
        refused[name] = error.message;
      },
    );
    return turn();
  };
  const end = (name: string) => {
    ends.get(name)?.();
    return turn();
  };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { places, held, refused, claim, end };
}

afterEach(() => vi.useRealTimers());

describe('one key', () => {
  test('holds its share, waits for a few more in the order in which they came, and is refused what is beyond', async () => {
    const { places, held, refused, claim, end } = bench({ places: 10, perKey: 2, waitingPerKey: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await claim(name);
    expect([held, refused, places.waiting]).toEqual([['a1', 'a2'], { a5: 'share' }, 2]);
    await end('a2');
    await end('a1');
    expect(held).toEqual(['a1', 'a2', 'a3', 'a4']);
    await claim('a6');
    expect(refused).toEqual({ a5: 'share' });
  });

  test('leaves the others what it may not have', async () => {
    const { held, claim } = bench({ places: 3, perKey: 2, waitingPerKey: 9 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) await claim(name);
    expect(held).toEqual(['a1', 'a2', 'b1']);
  });

  test('gives a place back only once', async () => {
    const { places, held, claim, end } = bench({ places: 1, perKey: 1, waitingPerKey: 9 });
    for (const name of ['a1', 'b1', 'c1']) await claim(name);
    await end('a1');
    await end('a1');
    expect([held, places.held]).toEqual([['a1', 'b1'], 1]);
  });

  test('may have a share of its own', async () => {
    const { held, claim } = bench({ places: 9, perKey: 1, waitingPerKey: 9 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) await claim(name, { share: 3 });
    expect(held).toEqual(['a1', 'a2', 'a3']);
  });
});

describe('keys that wait', () => {
  test('take turns', async () => {
    const { held, claim, end } = bench({ places: 1, perKey: 1, waitingPerKey: 9 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2']) await claim(name);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'c2']) await end(name);
    expect(held).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']);
  });

  test('lose their newest claim to anyone who waits for less, when too many wait in all', async () => {
    const { held, refused, claim, end } = bench({ places: 1, perKey: 1, waitingPerKey: 9, waiting: 3 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) await claim(name);
    expect(refused).toEqual({ a4: 'share', b2: 'share' });
    await end('a1');
    await end('a2');
    expect(held).toEqual(['a1', 'a2', 'b1']);
  });

  test('are refused after a time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { places, held, refused, claim, end } = bench({ places: 1, perKey: 1, waitingPerKey: 9, maxWaitMs: 5_000 });
    for (const name of ['a1', 'a2', 'b1']) await claim(name);
    vi.advanceTimersByTime(4_999);
    await end('a1');
    expect(held).toEqual(['a1', 'a2']);
    vi.advanceTimersByTime(1);
    await claim('c1');
    expect([refused, places.waiting]).toEqual([{ b1: 'full' }, 1]);
    expect(vi.getTimerCount()).toBe(1);
  });
});

describe('reserved places', () => {
  test('are left to those who may take them', async () => {
    const { held, claim, end } = bench({ places: 3, reserved: 1, perKey: 1, waitingPerKey: 9 });
    for (const name of ['a1', 'b1', 'c1']) await claim(name);
    await claim('login1', { isReserved: true });
    await claim('board1', { isReserved: true });
    expect(held).toEqual(['a1', 'b1', 'login1']);
    await end('login1');
    expect(held).toEqual(['a1', 'b1', 'login1', 'board1']);
    await end('a1');
    expect(held).toEqual(['a1', 'b1', 'login1', 'board1', 'c1']);
  });
});

describe('without waiting', () => {
  test('a place is there at once or not', () => {
    const { places } = bench({ places: 2, perKey: 1 });
    const giveBack = places.takeNow({ key: 'a' });
    expect(() => places.takeNow({ key: 'a' })).toThrow('share');
    places.takeNow({ key: 'b' });
    expect(() => places.takeNow({ key: 'c' })).toThrow('full');
    giveBack();
    expect(places.takeNow({ key: 'c' })).toBeTypeOf('function');
  });

  test('work runs in a place, and gives it back when it fails', async () => {
    const { places } = bench({ places: 1, perKey: 1 });
    await expect(places.run({ key: 'a' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(places.run({ key: 'b' }, async () => 7)).resolves.toBe(7);
    expect(places.held).toBe(0);
  });
});
