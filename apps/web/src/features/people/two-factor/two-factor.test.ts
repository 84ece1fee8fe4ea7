import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const challenge = { ticket: 'a-ticket', methods: ['totp' as const, 'recovery_code' as const] };

/** The module as a page that was just loaded has it. */
async function freshPage() {
  vi.resetModules();
  return import('./two-factor.ts');
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the challenge of a two-factor step', () => {
  test('leads to its page, and from there to where the visitor wanted to go', async () => {
    const { rememberChallenge } = await freshPage();
    expect(rememberChallenge(challenge)).toBe('/auth/second-step');
    expect(rememberChallenge(challenge, '/device/a b?x=1')).toBe('/auth/second-step?next=%2Fdevice%2Fa%20b%3Fx%3D1');
  });

  test('outlives a reload of the page, and is gone when it is forgotten', async () => {
    (await freshPage()).rememberChallenge(challenge);
    const reloaded = await freshPage();
    expect(reloaded.pendingChallenge()).toMatchObject(challenge);
    reloaded.forgetChallenge();
    expect(reloaded.pendingChallenge()).toBeUndefined();
    expect((await freshPage()).pendingChallenge()).toBeUndefined();
  });

  test('ends with its ticket, after five minutes', async () => {
    vi.useFakeTimers();
    const { rememberChallenge, pendingChallenge } = await freshPage();
    rememberChallenge(challenge);
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect(pendingChallenge()).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(pendingChallenge()).toBeUndefined();
  });

  test.each(['garbage', '"text"', '{"ticket":1}', 'null'])('is none when storage holds %s', async (stored) => {
    sessionStorage.setItem('secondStep', stored);
    expect((await freshPage()).pendingChallenge()).toBeUndefined();
  });

  test('works as long as the page where storage is switched off', async () => {
    const refuse = () => {
      throw new Error('denied');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const { rememberChallenge, pendingChallenge } = await freshPage();
    rememberChallenge(challenge);
    expect(pendingChallenge()).toMatchObject(challenge);
  });
});
