import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { guardedFetch, isBalanced } from './guarded-fetch.ts';

test.each<[what: string, text: string, isBalanced: boolean]>([
  ['a list', '<?xml version="1.0"?>\n<List xmlns="http://s3"><Contents><Key>a</Key><Owner/></Contents></List>', true],
  ['a long list', `<l>${'<a x="1">b</a>'.repeat(100_000)}</l>`, true],
  ['a sentence', 'no XML', true],
  ['ends in another order', '<a><b></a></b>', false],
  ['elements without an end', '<a>'.repeat(100_000), false],
  ['tags without an end', '<a '.repeat(100_000), false],
  ['both', '<a></a><b'.repeat(100_000), false],
  ['elements in too many elements', `${'<a>'.repeat(9)}${'</a>'.repeat(9)}`, false],
])('%s', (_what, text, expected) => {
  expect(isBalanced(text)).toBe(expected);
});

test('an error that a proxy sends as a page keeps its status, a list that is none is refused', async () => {
  const page = '<html><body><h1>Too large</h1><hr></body></html>';
  let status = 413;
  const server = createServer((_request, response) => response.writeHead(status).end(page));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  onTestFinished(() => void server.close());
  const { signal } = new AbortController();
  const list = () => guardedFetch(signal)(`http://127.0.0.1:${port}/bucket?list-type=2`, { method: 'GET' });
  const refused = await list();
  expect([refused.status, await refused.text()]).toEqual([413, '']);
  status = 200;
  await expect(list()).rejects.toThrow('its response is no XML');
});
