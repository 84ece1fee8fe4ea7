import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entry, indexNames, searchOptions } from '../browser/search-options.ts';
import { buildSite, readPages } from './build.ts';
import { languages } from './languages.ts';
import { addressOf, type Page } from './markdown.ts';
import { pageNames } from './navigation.ts';

let site: string;
/** The markup of every page by its address. */
const pages = new Map<string, string>();

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'cyno-docs-'));
  await buildSite(site);
  for (const entry of await readdir(site, { recursive: true })) {
    if (!entry.endsWith('.html')) continue;
    const address = `/docs/${entry.replace(/index\.html$/, '')}`;
    pages.set(address, await readFile(join(site, entry), 'utf8'));
  }
});
afterAll(() => rm(site, { recursive: true }));

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
const attributesOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]+)"`, 'g'))].map(([, value = '']) => value);

test('every file of the content is a page, and every page has a neighbour', async () => {
  const files = (await readdir(new URL('../content', import.meta.url), { recursive: true }))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace(/\.md$/, ''));
  const translated = files.filter((file) => file.startsWith('th/')).map((file) => file.slice('th/'.length));
  expect(new Set(files.filter((file) => !file.startsWith('th/')))).toEqual(new Set(pageNames));
  expect(pageNames).toEqual(expect.arrayContaining(translated));
  expect(pages.size).toBe((pageNames.length + 1) * languages.length);
  for (const [address, html] of pages) {
    if (/^\/docs\/(th\/)?(404\.html)?$/.test(address)) continue;
    expect(html, address).toMatch(/rel="(prev|next)"/);
  }
});

test('every link within the site leads to a page and a place that exist', () => {
  const broken: string[] = [];
  for (const [address, html] of pages) {
    for (const href of attributesOf(html, 'href')) {
      const { origin, pathname, hash } = new URL(href, `http://docs${address}`);
      if (origin !== 'http://docs' || !pathname.startsWith('/docs/')) continue;
      const file = join(site, pathname.slice('/docs/'.length), pathname.endsWith('/') ? 'index.html' : '');
      const target = pages.get(pathname);
      if (!existsSync(file)) broken.push(`${address}: ${href}`);
      else if (hash && target && !idsOf(target).has(decodeURIComponent(hash.slice(1))))
        broken.push(`${address}: ${href}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every other link leads to a page of the product or is encrypted', () => {
  const product = /^\/(device|api\/docs|api\/openapi\.json)$/;
  const odd = [...pages.values()]
    .flatMap((html) => attributesOf(html, 'href'))
    .filter((href) => !/^(#|\/docs\/|https:\/\/)/.test(href) && !product.test(href));
  expect(odd).toEqual([]);
});

test('every picture is there, has a size and a description', () => {
  for (const [address, html] of pages) {
    for (const [tag] of html.matchAll(/<img [^>]+>/g)) {
      const [path = ''] = attributesOf(tag, 'src');
      expect(existsSync(join(site, path.slice('/docs/'.length))), `${address}: ${tag}`).toBe(true);
      expect(tag, address).toMatch(/ alt="[^"]+"/);
      expect(tag, address).toMatch(/ height="\d+"/);
    }
  }
});

test('a page has nothing that the content policy refuses', () => {
  for (const [address, html] of pages) {
    expect(html, address).not.toMatch(/<style| style="| on\w+="|<script(?![^>]* src="\/docs\/)/);
    const elsewhere = attributesOf(html, 'src').filter((path) => !path.startsWith('/docs/assets/'));
    expect(elsewhere, address).toEqual([]);
  }
});

test('a page has one title, and headings in order', () => {
  for (const [address, html] of pages) {
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(
      levels.filter((level) => level === 1),
      address,
    ).toEqual([1]);
    for (const [index, level] of levels.entries()) {
      expect(level, address).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    }
  }
});

test('a translated page has the places of the English one, and says so where there is none', async () => {
  const [english, thai] = await Promise.all(languages.map(readPages));
  const placesOf = (page: Page | undefined) => page?.headings.map(({ id, level }) => `${level} ${id}`);
  for (const page of thai?.pages ?? []) {
    const first = english?.pages.find(({ name }) => name === page.name);
    expect(placesOf(page), page.name).toEqual(placesOf(first));
    const html = pages.get(addressOf(page.name, 'th')) ?? '';
    expect(html, page.name).toMatch(/<html lang="th">/);
    expect(html.includes('class="untranslated"'), page.name).toBe(page.textLanguage === 'en');
    expect(html.includes('<article lang="en">'), page.name).toBe(page.textLanguage === 'en');
  }
});

test.each([
  ['MQTT_TLS_PORT', '/docs/running/configuration/#boards-mqtt'],
  ['connection key', '/docs/boards/pairing/#the-connection-key'],
  ['ความชื้น', '/docs/th/start/without-a-board/'],
  ['รหัสกู้คืน', '/docs/th/using/second-step/'],
  ['ตัวตั้งเวลา', '/docs/th/using/automation/'],
  ['recovery cod', '/docs/using/second-step/'],
])('a search for %j finds the place first', async (text, address) => {
  const index = indexNames[address.startsWith('/docs/th/') ? 'th' : 'en'];
  const json = await readFile(join(site, 'assets', index), 'utf8');
  const found = MiniSearch.loadJSON<Entry>(json, searchOptions).search(text);
  expect(found.slice(0, 3).map(({ id }) => decodeURIComponent(id))).toContainEqual(expect.stringContaining(address));
});
