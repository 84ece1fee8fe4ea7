import { expect, test } from 'vitest';
import { personOf } from './person.ts';

const iss = 'https://id.example.com';
const read = (claims: object) => personOf({ iss, sub: 'u1', ...claims });

test.each([
  [{ email: ' Ann@Example.COM ', email_verified: true }, 'ann@example.com', true],
  [{ email: 'ann@example.com', email_verified: false }, 'ann@example.com', false],
  [{ email: 'ann@example.com', email_verified: 'true' }, 'ann@example.com', false],
  [{ email: 'ann@example.com', email_verified: 1 }, 'ann@example.com', false],
  [{ email: 'ann@example.com' }, 'ann@example.com', false],
  [{ email: 'not an address', email_verified: true }, null, false],
  // The Kelvin sign, whose lower case is an ordinary k.
  [{ email: '\u212aim@example.com', email_verified: true }, null, false],
  [{ email: ['ann@example.com'], email_verified: true }, null, false],
  [{ email_verified: true }, null, false],
])('%j is an address as accounts have it, verified only in as many words', (claims, email, emailVerified) => {
  expect(read(claims)).toMatchObject({ issuer: iss, subject: 'u1', email, emailVerified });
});

test.each([
  [{ name: '  Ann\u0000\n Doe ' }, 'Ann  Doe'],
  [{ name: '', preferred_username: 'ann' }, 'ann'],
  [{ name: 7 }, null],
  [{ name: '\ud800' }, '\ufffd'],
  [{ name: 'สมชาย ใจดี' }, 'สมชาย ใจดี'],
  [{ name: `${'x'.repeat(63)}🌱 more` }, 'x'.repeat(63)],
])('%j is a name in one line that a profile can keep', (claims, name) => {
  expect(read(claims).name).toBe(name);
  expect(read(claims).name?.length ?? 0).toBeLessThanOrEqual(64);
});

test.each(['', 'a\u0000b', 'x'.repeat(256), 'ü'])('a subject that is none is refused: %j', (sub) => {
  expect(() => read({ sub })).toThrow(TypeError);
});
