import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'deploy/proxy');
const pages = globSync(join(root, 'apps/docs/content/**/*.md')).map((path) => readFileSync(path, 'utf8'));

test.each(readdirSync(folder))('the documentation has %s as the tests of proxies use it', (file) => {
  const example = readFileSync(join(folder, file), 'utf8').trim();
  expect(pages.filter((page) => page.includes(example))).not.toEqual([]);
});
