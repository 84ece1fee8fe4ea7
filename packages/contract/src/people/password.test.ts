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
    ['seven77', 'at least 8 characters'],
    ['🌱🌱🌱🌱🌱🌱🌱', 'at least 8 characters'],
    ['password', 'commonest'],
    ['PassWord1', 'commonest'],
    ['  12345678 ', 'commonest'],
    ['mali.farm@example.com', 'e-mail'],
    ['MALI.FARM@Example.com', 'e-mail'],
    ['mali.farm', 'e-mail'],
  ])('refuses %j', (password, reason) => {
    expect(passwordProblem(password, email, isCommonPassword)).toContain(reason);
  });

  test.each(['green-house-7', '🌱🌱🌱🌱🌱🌱🌱🌱', 'รดน้ำต้นไม้', 'a'.repeat(256)])('accepts %j', (password) => {
    expect(passwordProblem(password, email, isCommonPassword)).toBeUndefined();
  });
});
