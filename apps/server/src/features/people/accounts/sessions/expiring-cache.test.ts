import { afterEach, describe, expect, test, vi } from 'vitest';
import { readableLogger, silentLogger } from '../../../../../test/log.ts';
import { asAccount } from '../../../../../test/requesters.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { currentRequester } from '../../../../platform/requester.ts';
import { ExpiringCache } from './expiring-cache.ts';

function newCache(size = 2, log: Logger = silentLogger) {
  const clock = { at: 0, now: () => clock.at };
  const cache = new ExpiringCache<{ name: string }>({ clock, log, size, maxAgeMs: 1_000 });
  const loaded: string[] = [];
  const find = (name: string) =>
    cache.get(name, async () => {
      loaded.push(name);
      return { name };
    });
  return { clock, cache, loaded, find };
}

describe('a cache', () => {
  test('loads once while a value is fresh', async () => {
    const { clock, loaded, find } = newCache();
    await find('a');
    clock.at = 999;
    expect(await find('a')).toEqual({ name: 'a' });
    clock.at = 1_000;
    await find('a');
    expect(loaded).toEqual(['a', 'a']);
  });

  test('forgets the one that was not requested the longest', async () => {
    const { loaded, find } = newCache();
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await find(name);
    expect(loaded).toEqual(['a', 'b', 'c', 'b']);
  });

  test('keeps for a short time that there is nothing, until something is made', async () => {
    const { clock, cache, loaded, find } = newCache();
    const requested = vi.fn(async () => undefined);
    for (const at of [0, 14_999, 15_000]) {
      clock.at = at;
      expect(await cache.get('a', requested)).toBeUndefined();
    }
    expect(requested).toHaveBeenCalledTimes(2);
    cache.forgetAbsent();
    expect(await find('a')).toEqual({ name: 'a' });
    expect(loaded).toEqual(['a']);
  });

  test('keeps of a thousand things at most that they are not there, and no value goes for them', async () => {
    const { cache, loaded, find } = newCache();
    await find('value');
    const requested = vi.fn(async () => undefined);
    for (let n = 0; n <= 1_000; n += 1) await cache.get(`stranger ${n}`, requested);
    await cache.get('stranger 1', requested);
    expect(requested).toHaveBeenCalledTimes(1_001);
    await cache.get('stranger 0', requested);
    expect(requested).toHaveBeenCalledTimes(1_002);
    await find('value');
    expect(loaded).toEqual(['value']);
  });

  test('reads again what it was reading during a removal', async () => {
    const { cache } = newCache();
    const responses = [{ name: 'a' }, undefined];
    const requested = cache.get('a', async () => responses.shift());
    cache.removeWhere(() => true);
    expect(await requested).toBeUndefined();
    expect(responses).toEqual([]);
  });
});

describe('who has used up their share of the database', () => {
  const refused = () => Promise.reject<undefined>(new Error('share'));
  const loadUnless = (key: string) => (currentRequester().key === key ? refused() : Promise.resolve({ name: 'new' }));

  test('is known as before, and others are loaded at once', async () => {
    const { clock, cache, loaded, find } = newCache();
    for (const name of ['a', 'b']) await find(name);
    clock.at = 1_000;
    expect(await asAccount(() => cache.get('a', () => loadUnless('account 7')))).toEqual({ name: 'new' });
    await find('b');
    expect(loaded).toEqual(['a', 'b', 'b']);
  });

  test('loads once for a hundred requests at a time', async () => {
    const { clock, cache, find } = newCache();
    await find('a');
    clock.at = 1_000;
    const load = vi.fn(async () => ({ name: 'a' }));
    await Promise.all(Array.from({ length: 100 }, () => asAccount(() => cache.get('a', load))));
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('loads an unknown one with their own share', async () => {
    const { cache } = newCache();
    await expect(asAccount(() => cache.get('unknown', () => loadUnless('account 7')))).rejects.toThrow('share');
  });
});

describe('while the database', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const fails = () => Promise.reject<undefined>(new Error('away'));

  test('is away, what was known stays valid, and is loaded again every five seconds', async () => {
    const { clock, cache, loaded, find } = newCache();
    await find('a');
    const away = vi.fn(fails);
    for (const at of [1_000, 5_999, 6_000]) {
      clock.at = at;
      expect(await cache.get('a', away)).toEqual({ name: 'a' });
    }
    expect(away).toHaveBeenCalledTimes(2);
    await expect(cache.get('unknown', fails)).rejects.toThrow('away');
    clock.at = 11_000;
    await find('a');
    expect(loaded).toEqual(['a', 'a']);
  });

  test('is away, that is not logged for each request', async () => {
    const { log, texts } = readableLogger();
    const { clock, cache, find } = newCache(100, log);
    const names = Array.from({ length: 100 }, (_, n) => `${n}`);
    for (const name of names) await find(name);
    clock.at = 1_000;
    await Promise.all(names.map((name) => cache.get(name, fails)));
    expect(texts()).toHaveLength(10);
  });

  test('is silent, what was known is the response after a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { clock, cache, find } = newCache();
    await find('a');
    clock.at = 1_000;
    const response = cache.get('a', () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await response).toEqual({ name: 'a' });
  });

  test('is away, what was removed does not come back', async () => {
    const { clock, cache, find } = newCache();
    await find('a');
    clock.at = 1_000;
    const requested = cache.get('a', fails);
    cache.removeWhere(() => true);
    await expect(requested).rejects.toThrow('away');
    await expect(cache.get('a', fails)).rejects.toThrow('away');
  });

  test('is back and knows a key no more, its old value is gone', async () => {
    const { clock, cache, find } = newCache();
    await find('a');
    clock.at = 1_000;
    expect(await cache.get('a', async () => undefined)).toBeUndefined();
    clock.at = 16_000;
    await expect(cache.get('a', fails)).rejects.toThrow('away');
  });
});
