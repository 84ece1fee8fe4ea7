import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeSettings } from '../../server/src/describe-settings.ts';
import { settings } from '../../server/src/settings.ts';
import { envExample, settingsMarkdown } from './settings-reference.ts';

const described = describeSettings().flatMap((group) => group.settings);
const names = new Set(described.map(({ name }) => name));
/** Names in capitals that are no settings: of programs that the pages use, and of parts of other things. */
const otherNames = /^(TOKEN|CYNO|CYNO_IMAGE|NODE_EXTRA_CA_CERTS|RENEWED_LINEAGE|DEFAULT_SERVER|CHANGELOG|LINK_\*)$/;

test('every setting of the server is described by a sentence, once', () => {
  expect([...names].sort()).toEqual(Object.keys(settings.shape).sort());
  expect(described.length).toBe(names.size);
  for (const { name, description } of described) expect(description, name).toMatch(/^[`“A-Z].{6,}[.]$/);
});

test('the reference shows every setting with its default', () => {
  const reference = settingsMarkdown();
  for (const { name, defaultValue } of described) {
    expect(reference).toContain(`| \`${name}\` | ${defaultValue === null ? '–' : `\`${defaultValue}\``} | `);
  }
  expect(reference).toContain('`trace`, `debug`, `info`');
});

test('.env.example has every setting; `vitest run apps/docs --update` writes it', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../../.env.example');
});

test('every setting that the pages name exists', async () => {
  const content = new URL('../content/', import.meta.url);
  const files = (await readdir(content, { recursive: true })).filter((file) => file.endsWith('.md'));
  for (const file of files) {
    const text = await readFile(new URL(file, content), 'utf8');
    const inCode = [...text.matchAll(/`([A-Z][A-Z_]+)(?:=[^`]*)?`|^\s*([A-Z][A-Z_]+)=|\$\{?([A-Z][A-Z_]+)/gm)];
    const named = inCode.flatMap(([, word, line, variable]) => word ?? line ?? variable ?? []);
    const settingLike = named.filter((name) => name.includes('_') || names.has(name) || /=/.test(name));
    const unknown = settingLike.filter((name) => !names.has(name) && !otherNames.test(name));
    expect(unknown, file).toEqual([]);
  }
});

test('the table of the README names settings that exist, and no wrong default', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| (`[A-Z][^|]+) \| ([^|]+) \|/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [row, first = '', second = ''] of rows) {
    const inRow = [...first.matchAll(/`([A-Z_]+\*?)`/g)].map(([, name = '']) => name);
    const given = [...second.matchAll(/`([^`]+)`|–/g)].map(([, value]) => value ?? null);
    const known = inRow
      .filter((name) => !name.endsWith('*'))
      .map((name) => described.find((each) => each.name === name));
    for (const [index, setting] of known.entries()) {
      expect(setting, row).toBeDefined();
      if (given[index]) expect(given[index], row).toBe(setting?.defaultValue);
    }
  }
});
