import { expect, test } from 'vitest';
import { basePathOf, pageAtBase, withoutBase } from './base-path.ts';

test.each([
  ['/cyno/api/device?page=2', '/api/device?page=2'],
  ['/cyno/', '/'],
  ['/cyno', '/'],
  ['/cyno?next=1', '/?next=1'],
  ['/cynosure/device', '/cynosure/device'],
  // A proxy that takes the path away.
  ['/api/device', '/api/device'],
  ['/', '/'],
])('%s is %s of the server below /cyno', (url, path) => {
  expect(withoutBase(url, '/cyno')).toBe(path);
});

test('the path is that of the address that people use', () => {
  const addresses = ['https://example.com/iot/cyno', 'https://example.com/cyno/', 'https://example.com', null];
  expect(addresses.map(basePathOf)).toEqual(['/iot/cyno', '/cyno', '', '']);
});

test('at the root of a host nothing changes', () => {
  expect(['/', '/device?x=1'].map((url) => withoutBase(url, ''))).toEqual(['/', '/device?x=1']);
});

test('the links of a page begin at the path, those to other hosts stay', () => {
  const html =
    '<a href="/device"><img src="/logo.svg"><a href="//cdn.example.com/x"><a href="https://example.com/"><a href="#top">';
  expect(pageAtBase(html, '/cyno')).toBe(
    '<a href="/cyno/device"><img src="/cyno/logo.svg"><a href="//cdn.example.com/x"><a href="https://example.com/"><a href="#top">',
  );
});
