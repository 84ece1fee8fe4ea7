import { expect, test } from 'vitest';
import { createMetrics } from '../../platform/metrics/index.ts';
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
