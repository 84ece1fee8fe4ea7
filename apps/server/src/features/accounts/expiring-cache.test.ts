import { describe, expect, test } from 'vitest';
import { ExpiringCache } from './expiring-cache.ts';

function newCache(size = 2) {
  const clock = { at: 0, now: () => clock.at };
  const cache = new ExpiringCache<{ name: string }>({ clock, size, maxAgeMs: 1_000 });
  const loaded: string[] = [];
  const ask = (name: string) =>
    cache.get(name, async () => {
      loaded.push(name);
      return { name };
    });
  return { clock, cache, loaded, ask };
}

describe('a cache', () => {
  test('asks once while a value is fresh', async () => {
    const { clock, loaded, ask } = newCache();
    await ask('a');
    clock.at = 999;
    expect(await ask('a')).toEqual({ name: 'a' });
    clock.at = 1_000;
    await ask('a');
    expect(loaded).toEqual(['a', 'a']);
  });

  test('forgets the one that was not asked for the longest', async () => {
    const { loaded, ask } = newCache();
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name);
    expect(loaded).toEqual(['a', 'b', 'c', 'b']);
  });

  test('does not keep that there is nothing', async () => {
    const { cache, ask } = newCache();
    expect(await cache.get('a', async () => undefined)).toBeUndefined();
    expect(await ask('a')).toEqual({ name: 'a' });
  });

  test('reads again what it was reading during a removal', async () => {
    const { cache } = newCache();
    const answers = [{ name: 'a' }, undefined];
    const asked = cache.get('a', async () => answers.shift());
    cache.removeWhere(() => true);
    expect(await asked).toBeUndefined();
    expect(answers).toEqual([]);
  });
});
