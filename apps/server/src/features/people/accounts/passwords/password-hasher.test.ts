import { hash, verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts';
import { createMetrics } from '../../../../platform/metrics/index.ts';
import { accountRequester, type Requester, runFor } from '../../../../platform/requester.ts';
import { AccountsRepository } from '../accounts.repository.ts';
import { findPasswordCost, leastCost, measurePasswordCost, passesFor } from './password-cost.ts';
import { PasswordHasher } from './password-hasher.ts';

test('knows its own hashes and no others', async () => {
  const hasher = new PasswordHasher(createMetrics());
  const hash = await hasher.hash('green-house-7');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify('green-house-7', hash)).toBe(true);
  expect(await hasher.verify('green-house-8', hash)).toBe(false);
  expect(await hasher.verify('green-house-7', null)).toBe(false);
});

test('takes a letter and its accent typed in one or in two characters alike', async () => {
  const hasher = new PasswordHasher(createMetrics());
  expect(await hasher.verify('cafe\u0301 creme', await hasher.hash('caf\u00e9 creme'))).toBe(true);
});

/** A hasher whose computing ends when it is stopped, and the names of what is being computed. */
function heldHasher() {
  const metrics = createMetrics();
  const gate = Promise.withResolvers<void>();
  const computing: string[] = [];
  const counts = { running: 0, max: 0 };
  const hash = async (password: string | Uint8Array) => {
    if (typeof password !== 'string') return 'the decoy';
    computing.push(password);
    counts.running += 1;
    counts.max = Math.max(counts.max, counts.running);
    await gate.promise;
    counts.running -= 1;
    return `hash of ${password}`;
  };
  return { hasher: new PasswordHasher(metrics, { hash, verify: async () => true }), metrics, gate, computing, counts };
}

const loginFrom = (network: string) => ({ key: `reserved network ${network}`, isReserved: true });

test('lets 66 of one request at once, computes two of them at a time, refuses the next and continues to serve', async () => {
  const { hasher, metrics, gate, counts } = heldHasher();
  const requested = Array.from({ length: 66 }, (_, index) => hasher.hash(`green-house-${index}`));
  expect(await metrics.getSingleMetricAsString('cyno_password_hashes_waiting')).toMatch(/ 64$/m);
  await expect(hasher.hash('one-too-many')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 5 });
  expect(await metrics.getSingleMetricAsString('cyno_password_hashes_refused_total')).toMatch(/ 1$/m);
  gate.resolve();
  expect(new Set(await Promise.all(requested)).size).toBe(66);
  expect(counts.max).toBe(2);
  expect(await hasher.hash('green-house-7')).toMatch(/^hash /);
});

test('90 passwords of links leave logins a place, and other accounts their turn', async () => {
  const { hasher, gate, computing, counts } = heldHasher();
  const hash = (requester: Requester, name: string) =>
    runFor(requester, () => hasher.hash(name)).catch(({ status }) => status);
  const links = Array.from({ length: 90 }, (_, index) => hash(accountRequester(1), `link-${index}`));
  const logins = Array.from({ length: 12 }, (_, index) => hash(loginFrom(`192.0.2.${index % 3}`), `log-in-${index}`));
  const other = hash(accountRequester(2), 'other');
  expect(computing).toEqual(['link-0', 'log-in-0']);
  gate.resolve();
  expect(await Promise.all(logins)).toEqual(logins.map((_, index) => `hash of log-in-${index}`));
  expect(await other).toBe('hash of other');
  expect((await Promise.all(links)).filter((response) => response === 429)).toHaveLength(25);
  expect(counts.max).toBe(2);
  const places = ['other', 'log-in-0', 'log-in-1', 'log-in-2'].map((name) => computing.indexOf(name));
  for (const place of places) expect(place).toBeLessThan(12);
});

test('continues after an error', async () => {
  const hasher = new PasswordHasher(createMetrics());
  for (let n = 0; n < 3; n += 1) await expect(hasher.verify('green-house-7', 'no hash')).rejects.toThrow();
  expect(await hasher.hash('green-house-7')).toMatch(/^\$argon2id/);
});

describe('the cost', () => {
  test.each([
    [19, 9],
    [85, 2],
    [400, 2],
    [2, 12],
  ])('where two passes take %d ms is %d passes', (ms, passes) => {
    expect(passesFor(ms)).toBe(passes);
  });

  describe('of an installation', () => {
    let db: TestDatabase;
    let repository: AccountsRepository;
    const keep = (passes: number, measured: string) =>
      db.database.pool.query(
        `insert into server_state (key, value, updated_at) values ('password_passes', to_jsonb($1::int), now() - $2::interval)
         on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
        [passes, measured],
      );
    beforeAll(async () => {
      db = await createTestDatabase();
      repository = new AccountsRepository(db.database);
    });
    afterAll(() => db.drop());

    test('is the least until it was measured', async () => {
      await db.database.pool.query(`delete from server_state where key = 'password_passes'`);
      expect(await findPasswordCost(repository)).toEqual({ cost: leastCost, isOld: true });
      const measured = await measurePasswordCost(repository);
      expect(measured.timeCost).toBeGreaterThanOrEqual(2);
      expect(measured.timeCost).toBeLessThanOrEqual(12);
      expect(await findPasswordCost(repository)).toEqual({ cost: measured, isOld: false });
    });

    test.each([
      ['6 days', false],
      ['8 days', true],
    ])('is to be measured again when that was %s ago: %s', async (measured, isOld) => {
      await keep(7, measured);
      expect(await findPasswordCost(repository)).toEqual({ cost: { ...leastCost, timeCost: 7 }, isOld });
    });

    test('rises and never falls', async () => {
      await keep(7, '8 days');
      expect(await repository.raisePasswordPasses(3)).toBe(7);
      expect(await findPasswordCost(repository)).toMatchObject({ cost: { timeCost: 7 }, isOld: false });
      expect(await repository.raisePasswordPasses(9)).toBe(9);
      expect(await findPasswordCost(repository)).toMatchObject({ cost: { timeCost: 9 } });
    });
  });

  test('that has risen leaves a cheaper hash valid, and as costly to check as the decoy', async () => {
    let passes = 0;
    const hasher = new PasswordHasher(createMetrics(), {
      hash(password, options) {
        passes += options?.timeCost ?? 0;
        return hash(password, options);
      },
      verify(hashed, password) {
        passes += Number(/,t=(\d+),/.exec(String(hashed))?.[1]);
        return verify(hashed, password);
      },
    });
    const cheap = await hasher.hash('green-house-7');
    await hasher.setCost({ ...leastCost, timeCost: 12 });
    expect(hasher.isCheap(cheap)).toBe(true);
    expect(hasher.isCheap(await hasher.hash('green-house-7'))).toBe(false);
    expect(await hasher.verify('green-house-7', cheap)).toBe(true);
    const passesOf = async (passwordHash: string | null) => {
      passes = 0;
      await hasher.verify('green-house-8', passwordHash);
      return passes;
    };
    expect([await passesOf(cheap), await passesOf(null)]).toEqual([12, 12]);
  });

  test('is that of new hashes', async () => {
    const hasher = new PasswordHasher(createMetrics());
    await hasher.setCost({ ...leastCost, timeCost: 3 });
    expect(await hasher.hash('green-house-7')).toContain('$argon2id$v=19$m=19456,t=3,p=1$');
    expect(await hasher.verify('green-house-7', null)).toBe(false);
  });
});
