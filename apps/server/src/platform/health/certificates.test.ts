import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { createMetrics } from '../metrics/index.ts';
import { Certificates, keyOfProblem } from './index.ts';

const day = 24 * 3_600_000;

test('a certificate is warned of before it ends, later when it renews itself, and when it has ended', async () => {
  const { cert } = await generate([{ name: 'commonName', value: 'iot.example.com' }], {
    notBeforeDate: new Date('2026-01-01T00:00:00Z'),
    notAfterDate: new Date('2026-03-01T00:00:00Z'),
  });
  let now = Date.parse('2026-01-15T00:00:00Z');
  let renewsItself = false;
  const metrics = createMetrics();
  const certificates = new Certificates({ clock: { now: () => now }, metrics });
  expect(certificates.list()).toEqual([]);
  certificates.add('mqtt', () => ({ cert, renewsItself }));
  certificates.add('web', () => undefined);
  expect(certificates.list()).toMatchObject([
    { name: 'mqtt', subject: 'iot.example.com', isSelfSigned: true, expiresAt: Date.parse('2026-03-01T00:00:00Z') },
  ]);
  expect(await metrics.metrics()).toContain('cyno_certificate_expiry_timestamp_seconds{certificate="mqtt"} 1772323200');
  expect(certificates.problems()).toEqual([]);
  now = Date.parse('2026-03-01T00:00:00Z') - 10 * day;
  expect(certificates.problems()).toMatchObject([
    {
      severity: 'warning',
      urgent: true,
      reason: 'certificate_expiring',
      values: { certificate: 'mqtt', days: 10, renews: 0 },
    },
  ]);
  renewsItself = true;
  expect(certificates.problems()).toEqual([]);
  now += 4 * day;
  expect(certificates.problems()).toMatchObject([{ values: { days: 6, renews: 1 } }]);
  const [expiring] = certificates.problems();
  now += 7 * day;
  const [expired] = certificates.problems();
  expect(expired).toMatchObject({ reason: 'certificate_expired', level: 2 });
  // It is the same problem, which got worse.
  expect(expired && keyOfProblem(expired)).toBe(expiring && keyOfProblem(expiring));
});

test('one that is valid for hours is warned of when it should have been renewed, not when it is new', async () => {
  const end = Date.parse('2026-01-01T12:00:00Z');
  const { cert } = await generate([{ name: 'commonName', value: 'iot.example.com' }], {
    notBeforeDate: new Date('2026-01-01T00:00:00Z'),
    notAfterDate: new Date(end),
  });
  let now = end - 3 * 3_600_000;
  const certificates = new Certificates({ clock: { now: () => now }, metrics: createMetrics() });
  certificates.add('web', () => ({ cert, renewsItself: true }));
  expect(certificates.problems()).toEqual([]);
  now = end - 3_600_000;
  expect(certificates.problems()).toMatchObject([
    { reason: 'certificate_expiring', values: { days: 0 }, since: end - 2 * 3_600_000 },
  ]);
});

test('a certificate without a subject goes by its name', async () => {
  const { cert } = await generate([], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'iot.example.com' }] }],
  });
  const certificates = new Certificates({ clock: { now: Date.now }, metrics: createMetrics() });
  certificates.add('web', () => ({ cert, renewsItself: true }));
  expect(new X509Certificate(cert).subject).toBeUndefined();
  expect(certificates.list()).toMatchObject([{ subject: 'iot.example.com', names: ['iot.example.com'] }]);
});
