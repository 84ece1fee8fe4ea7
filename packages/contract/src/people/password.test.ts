import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { passwordProblem, passwordStrength } from './password.ts';

describe('passwordStrength', () => {
  test.each([
    ['', undefined],
    ['a', 'weak'],
    ['abcdef', 'weak'],
    ['abc12', 'weak'],
    ['abc123', 'medium'],
    ['ABCdef', 'medium'],
    ['aB1', 'weak'],
    ['aB1xyz7', 'medium'],
    ['aB1xyz78', 'strong'],
    ['!!!!!!!!', 'weak'],
  ])('%j looks %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });
});

describe('passwordProblem', () => {
  const email = 'mali.farm@example.com';

  test.each([
    ['seven77', 'too_short'],
    ['🌱🌱🌱🌱🌱🌱🌱', 'too_short'],
    ['password', 'common'],
    ['PassWord1', 'common'],
    ['  12345678 ', 'common'],
    ['mali.farm@example.com', 'like_address'],
    ['MALI.FARM@Example.com', 'like_address'],
    ['mali.farm', 'like_address'],
  ])('refuses %j', (password, reason) => {
    expect(passwordProblem(password, email, isCommonPassword)).toBe(reason);
  });

  test.each(['green-house-7', '🌱🌱🌱🌱🌱🌱🌱🌱', 'รดน้ำต้นไม้', 'a'.repeat(256)])('accepts %j', (password) => {
    expect(passwordProblem(password, email, isCommonPassword)).toBeUndefined();
  });
});
