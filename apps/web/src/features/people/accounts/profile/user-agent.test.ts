import { expect, it } from 'vitest';
import { readUserAgent } from './user-agent.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
    { name: 'Chrome on Windows', kind: 'computer' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36 Edg/148.0.0.0',
    { name: 'Edge on Windows', kind: 'computer' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    { name: 'Safari on iOS', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/148.0 Mobile/15E148 Safari/604.1',
    { name: 'Chrome on iOS', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    { name: 'Samsung Internet on Android', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
    { name: 'Chrome on Android', kind: 'tablet' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    { name: 'Safari on macOS', kind: 'computer' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    { name: 'Firefox on Linux', kind: 'computer' },
  ],
  ['curl/8.5.0', { name: 'curl', kind: 'computer' }],
  ['Mozilla/5.0 (X11; CrOS x86_64)', { name: 'A browser on ChromeOS', kind: 'computer' }],
  ['', { name: 'An unknown browser', kind: 'computer' }],
  [null, { name: 'An unknown browser', kind: 'computer' }],
] as const)('reads %j', (userAgent, browser) => {
  expect(readUserAgent(userAgent)).toEqual(browser);
});
