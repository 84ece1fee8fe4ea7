import { expect, test } from 'vitest';
import type { RequestAccount } from '../../platform/http/index.ts';
import { UploadBound } from './upload-bound.ts';

const request = (id: number, length = '1000') => ({
  account: { id } as RequestAccount,
  headers: { 'content-length': length },
});

test('an account has two uploads at a time, and gets a place back once', () => {
  const bound = new UploadBound();
  const giveBack = bound.take(request(1));
  bound.take(request(1));
  expect(() => bound.take(request(1))).toThrow(/Other uploads/);
  bound.take(request(2));
  giveBack();
  giveBack();
  bound.take(request(1));
  expect(() => bound.take(request(1))).toThrow(/Other uploads/);
});

test('all accounts have eight together', () => {
  const bound = new UploadBound();
  for (let id = 0; id < 8; id += 1) bound.take(request(id));
  expect(() => bound.take(request(9))).toThrow(/Other uploads/);
});

test('what says that it is too large is refused before it is read', () => {
  const bound = new UploadBound();
  expect(() => bound.take(request(1, String(16 * 1024 ** 2 + 1)))).toThrow(/16 MB/);
  for (let time = 0; time < 2; time += 1) bound.take(request(1, 'x'));
});
