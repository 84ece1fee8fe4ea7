import { expect, test } from 'vitest';
import { boardHost } from './board-host.ts';

test.each([
  ['localhost', '192.168.1.5', '192.168.1.5'],
  ['127.0.0.1', '192.168.1.5', '192.168.1.5'],
  ['localhost', undefined, 'localhost'],
  ['farm.local', '192.168.1.5', 'farm.local'],
])('a page at %s of a server at %s tells boards %s', (page, server, wanted) => {
  expect(boardHost(page, server)).toBe(wanted);
});
