import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { dictionarySource } from './react-aria-plugin.ts';

const locales = join(import.meta.dirname, '../src/locales');

test('a dictionary speaks the language of the page, with its values filled in, and English otherwise', async () => {
  const texts = { calendar: { next: 'ถัดไป', todayDate: 'วันนี้ {date}' } };
  const source = dictionarySource('calendar', new Map([['th', texts]]));
  expect(source).toContain("import en from '../intl/calendar/en-US.mjs'");
  const english = "{ next: 'Next', todayDate: ({ date }) => 'Today, ' + date, previous: 'Previous' }";
  const alone = source.replace(/^import.*\n/, `const en = ${english};\n`);
  const { default: dictionary } = await import(`data:text/javascript,${encodeURIComponent(alone)}`);
  const textOf = (lang: string, key: string) => {
    vi.stubGlobal('document', { documentElement: { lang } });
    return dictionary['en-US'][key]({ date: '24/11' });
  };
  expect(['next', 'todayDate', 'previous'].map((key) => textOf('th', key))).toEqual(['ถัดไป', 'วันนี้ 24/11', 'Previous']);
  expect(['next', 'todayDate'].map((key) => textOf('en', key))).toEqual(['Next', 'Today, 24/11']);
  vi.unstubAllGlobals();
  expect(dictionarySource(undefined, new Map())).toContain("'./intl/en-US.mjs'");
});

test('each language has exactly the texts that React Aria has of the parts that it names', () => {
  const modules = join(import.meta.dirname, '../../../node_modules');
  const keysOf = (part: string) => {
    const path =
      part === 'components' ? 'react-aria-components/dist/private/intl' : `react-aria/dist/private/intl/${part}`;
    const source = readFileSync(join(modules, path, 'en-US.mjs'), 'utf8');
    return [...source.matchAll(/^ {4}"([^"]+)":/gm)].map(([, key]) => key).sort();
  };
  const files = globSync('*/react-aria.json', { cwd: locales });
  expect(files).not.toEqual([]);
  for (const file of files) {
    const texts = JSON.parse(readFileSync(join(locales, file), 'utf8')) as Record<string, Record<string, string>>;
    for (const [part, own] of Object.entries(texts)) expect(Object.keys(own).sort()).toEqual(keysOf(part));
  }
});
