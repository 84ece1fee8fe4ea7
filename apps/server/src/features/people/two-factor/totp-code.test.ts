import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { newTotpSecret, stepOfCode, totpUri } from './totp-code.ts';

/** RFC 6238, appendix B; we take the last six of its eight digits (RFC 4226, section 5.3, step 3). */
const secret = Secret.fromLatin1('12345678901234567890').base32;
const vectors: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

describe('codes of authenticator apps', () => {
  test.each(vectors)('at %i s the code of the standard is right', (seconds, code) => {
    expect(stepOfCode(secret, code.slice(-6), seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test.each([
    ['the step before', 30_000],
    ['the next step', -30_000],
  ])('the code of %s is right too, and counts as its own step', (_, offsetMs) => {
    const at = 1_234_567_890_000;
    expect(stepOfCode(secret, '005924', at + offsetMs)).toBe(Math.floor(at / 30_000));
  });

  test.each([60_000, -60_000, 3_600_000])('a code is wrong %i ms away', (offsetMs) => {
    expect(stepOfCode(secret, '005924', 1_234_567_890_000 + offsetMs)).toBeUndefined();
  });

  test('a secret is 160 random bits', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  test('the address for the app names the product and the account', () => {
    const uri = new URL(totpUri(secret, 'ann+lab@example.com'));
    expect(decodeURIComponent(uri.href)).toContain('otpauth://totp/Cyno:ann+lab@example.com?');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Cyno',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
