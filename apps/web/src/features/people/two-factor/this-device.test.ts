import { expect, test } from 'vitest';
import { thisDevice } from './this-device.ts';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/140.0.0.0 Mobile Safari/537.36', 'Android phone'],
  ['Mozilla/5.0 (Linux; Android 16; Tab S11) Chrome/140.0.0.0 Safari/537.36', 'Android tablet'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 'Mac'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Windows computer'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36', 'Linux computer'],
  ['', 'My device'],
])('%s is called %s', (userAgent, name) => {
  expect(thisDevice(userAgent)).toBe(name);
});
