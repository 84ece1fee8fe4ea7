import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const dist = new URL('../dist/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path.replace(/^\//, ''), dist), 'utf8');

/** The scripts that the first visit of a page fetches in one go: those of index.html, and what `first-load.js` preloads. */
function scriptsOf(pathname: string, isGuest = false): string[] {
  const preloaded: { href?: string; rel?: string }[] = [];
  const page = {
    location: { pathname },
    navigator: { languages: ['en'] },
    localStorage: { getItem: (key: string) => (key === 'accessToken' && !isGuest ? 'token' : null) },
    document: {
      currentScript: { src: 'https://iot.example.com/first-load.js' },
      createElement: () => ({}),
      head: { append: (link: object) => preloaded.push(link) },
    },
    URL,
  };
  runInContext(read('first-load.js'), createContext(page));
  const inPage = [...read('index.html').matchAll(/(?:src|href)="([^"]+\.js)"/g)].flatMap(([, path]) => path ?? []);
  return [...inPage, ...preloaded.flatMap(({ rel, href }) => (rel === 'modulepreload' && href ? href : []))];
}

const kilobytes = (scripts: readonly string[]) =>
  scripts.reduce((sum, script) => sum + gzipSync(read(script), { level: 9 }).length, 0) / 1_000;

// What plain http gets; brotli is an eighth less. docs/decisions/0066-lighter-pages.md
for (const { name, pathname, isGuest, budget } of [
  { name: 'login', pathname: '/auth/login', isGuest: true, budget: 110 },
  { name: 'overview of a device', pathname: '/device/ESP32-1/Overview', budget: 200 },
  { name: 'one dashboard', pathname: '/dashboard/1', budget: 250 },
]) {
  test(`the scripts of the page “${name}” weigh at most ${budget} KB`, () => {
    const scripts = scriptsOf(pathname, isGuest);
    // The entry, and the part that only this page and its like have.
    expect(scripts.length).toBeGreaterThan(3);
    expect(kilobytes(scripts)).toBeLessThanOrEqual(budget);
  });
}

test('who opens a page without a session fetches the login page', () => {
  expect(scriptsOf('/device/ESP32-1/Overview', true)).toEqual(scriptsOf('/auth/login', true));
  expect(scriptsOf('/')).toEqual(scriptsOf('/device'));
});
