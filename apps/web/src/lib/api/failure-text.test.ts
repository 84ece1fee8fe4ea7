import { expect, it } from 'vitest';
import { ApiError } from './api-client.ts';
import { failureText } from './failure-text.ts';

it.each([
  ['Log in with the account of the organization', 'Log in with the account of the organization.'],
  ['Is the board on?', 'Is the board on?'],
  ['เข้าสู่ระบบด้วยบัญชีองค์กร', 'เข้าสู่ระบบด้วยบัญชีองค์กร'],
  ['เข้าสู่ระบบด้วย Google', 'เข้าสู่ระบบด้วย Google'],
])('ends "%s" as its language does', (message, text) => {
  expect(failureText(new ApiError(message, { status: 403, code: 'forbidden' }))).toBe(text);
});
