import { expect, test } from 'vitest';
import type { RequestAccount } from '../../../../platform/http/index.ts';
import { UploadBound } from './upload-bound.ts';

const request = (id: number, { length = '1000', ip = `10.0.0.${id}` } = {}) => ({
  account: { id } as RequestAccount,
  headers: { 'content-length': length },
  ip,
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

test('four accounts that upload leave half of the places to others', () => {
  const bound = new UploadBound();
  for (const id of [1, 2, 3, 4]) bound.take(request(id));
  for (const id of [1, 2, 3, 4]) expect(() => bound.take(request(id))).toThrow(/Other uploads/);
  for (const id of [5, 6, 7, 8]) bound.take(request(id));
});

test('one network has half of them, with however many accounts', () => {
  const bound = new UploadBound();
  const ip = '192.0.2.7';
  const [giveBack] = [1, 1, 2, 2].map((id) => bound.take(request(id, { ip })));
  expect(() => bound.take(request(3, { ip }))).toThrow(/Other uploads/);
  bound.take(request(4));
  giveBack?.();
  bound.take(request(3, { ip }));
});

test('what announces that it is too large is refused before it is read', () => {
  const bound = new UploadBound();
  expect(() => bound.take(request(1, { length: String(16 * 1024 ** 2 + 1) }))).toThrow(/16 MB/);
  for (let time = 0; time < 2; time += 1) bound.take(request(1, { length: 'x' }));
});
