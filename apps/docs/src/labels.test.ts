import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { languages } from './languages.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const readAll = (pattern: string) =>
  globSync(join(root, pattern)).map((path) => [path, readFileSync(path, 'utf8')] as const);
const catalogues = readAll('apps/web/src/locales/th/*.po');
const pages = [...readAll('README.md'), ...readAll('apps/docs/content/**/*.md')];

/** Every text of the screens; elements inside a text are left out. */
function textsOnScreen(field: 'msgid' | 'msgstr'): Set<string> {
  const lines = catalogues.flatMap(([, text]) => [...text.matchAll(new RegExp(`^${field} (".*")$`, 'gm'))]);
  return new Set(lines.map(([, quoted = '""']) => JSON.parse(quoted).replaceAll(/<\/?\d+\/?>/g, '')));
}

/** What a page has in bold, with its parts where it is a way such as "Admin → Users". */
function labelsOf(markdown: string): string[] {
  const text = markdown.replaceAll(/```.*?```|`[^`]*`/gs, '');
  return [...text.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, label = '']) => label.replaceAll(/\s+/g, ' ').split(' → '));
}

test.each(languages)('what the documentation has in bold is a label of the screens: %s', (language) => {
  const texts = textsOnScreen(language === 'en' ? 'msgid' : 'msgstr');
  const unknown = pages
    .filter(([path]) => path.includes('/content/th/') === (language === 'th'))
    .flatMap(([path, markdown]) =>
      labelsOf(markdown)
        .filter((label) => !texts.has(label) && !texts.has(`${label}…`) && !texts.has(`${label}?`))
        .map((label) => `${path.slice(root.length)}: ${label}`),
    );
  expect(unknown).toEqual([]);
});
