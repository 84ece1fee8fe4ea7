import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api-client.ts';
import { emailProblem, failureText, newPasswordProblem } from './account-calls.ts';
import { strengthHint } from './passwords/strength-hint.ts';

describe('emailProblem', () => {
  it.each(['a@example.com', ' a.b+c@sub.example.org ', 'root@localhost'])('accepts %j', (email) => {
    expect(emailProblem(email)).toBeUndefined();
  });

  it.each(['', '  ', 'a', 'a@', '@example.com', 'a b@example.com', 'a@example'])('refuses %j', (email) => {
    expect(emailProblem(email)).toBeTypeOf('string');
  });
});

it('refuses new passwords by the same rule as the server', async () => {
  expect(await newPasswordProblem('Mango7', 'a@example.com')).toContain('8 characters');
  expect(await newPasswordProblem('password1', 'a@example.com')).toContain('commonest');
  expect(await newPasswordProblem('narin@example.com', 'narin@example.com')).toContain('e-mail');
  expect(await newPasswordProblem('mango rain 7 tamarind', 'a@example.com')).toBeUndefined();
});

describe('failureText', () => {
  const failure = (message: string, code: 'rate_limited' | 'offline', retryAfterS?: number) =>
    new ApiError(message, { status: 429, code, retryAfterS });

  it('reports when to try again', () => {
    expect(failureText(failure('Slow down', 'rate_limited', 30))).toBe('Too many attempts. Try again in 30 s.');
    expect(failureText(failure('Slow down', 'rate_limited', 600))).toBe('Too many attempts. Try again in 10 min.');
  });

  it('ends in a full stop', () => {
    expect(failureText(failure("Can't connect to server", 'offline'))).toBe("Can't connect to server.");
  });

  it('does not show the text of a programming error', () => {
    expect(failureText(new TypeError('x is undefined'))).not.toContain('undefined');
  });
});

it.each([
  ['', 'At least 8 characters.'],
  ['mangorain7', 'At least 8 characters. Add an upper-case letter to make it stronger.'],
  ['mango', 'At least 8 characters. Add an upper-case letter and a digit to make it stronger.'],
  ['Mango7', 'At least 8 characters.'],
  ['Mangorain7', 'Good: long enough, with lower case, upper case and a digit.'],
])('the hint for %j is %j', (password, hint) => {
  expect(strengthHint(password)).toBe(hint);
});
