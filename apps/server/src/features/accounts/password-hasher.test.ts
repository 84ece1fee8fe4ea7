import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { AccountsRepository } from './accounts.repository.ts';
import { findPasswordCost, leastCost, passesFor } from './password-cost.ts';
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

test('lets 66 ask at once, refuses the next and serves on', async () => {
  const metrics = createMetrics();
  const hasher = new PasswordHasher(metrics);
  const asked = Array.from({ length: 66 }, () => hasher.hash('green-house-7'));
  expect(await metrics.getSingleMetricAsString('cyno_password_hashes_waiting')).toMatch(/ 64$/m);
  await expect(hasher.hash('one-too-many')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
  expect(await metrics.getSingleMetricAsString('cyno_password_hashes_refused_total')).toMatch(/ 1$/m);
  expect(new Set(await Promise.all(asked)).size).toBe(66);
  expect(await hasher.hash('green-house-7')).toMatch(/^\$argon2id/);
});

test('goes on after an error', async () => {
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

  test('is measured once, and stays', async () => {
    const db = await createTestDatabase();
    await db.database.pool.query(`delete from server_state where key = 'password_passes'`);
    const [first, second] = await Promise.all([
      findPasswordCost(new AccountsRepository(db.database)),
      findPasswordCost(new AccountsRepository(db.database)),
    ]);
    expect(second).toEqual(first);
    await db.database.pool.query(`update server_state set value = '7' where key = 'password_passes'`);
    expect(await findPasswordCost(new AccountsRepository(db.database))).toEqual({
      memoryCost: 19_456,
      timeCost: 7,
      parallelism: 1,
    });
    await db.drop();
  });

  test('is that of the hashes that are there already', async () => {
    const db = await createTestDatabase();
    await db.database.pool.query(`delete from server_state where key = 'password_passes'`);
    await db.database.pool.query(`insert into accounts (email) values ('ann@example.com')`);
    expect(await findPasswordCost(new AccountsRepository(db.database))).toEqual(leastCost);
    await db.drop();
  });

  test('is that of new hashes', async () => {
    const hasher = new PasswordHasher(createMetrics());
    await hasher.setCost({ ...leastCost, timeCost: 3 });
    expect(await hasher.hash('green-house-7')).toContain('$argon2id$v=19$m=19456,t=3,p=1$');
    expect(await hasher.verify('green-house-7', null)).toBe(false);
  });
});
