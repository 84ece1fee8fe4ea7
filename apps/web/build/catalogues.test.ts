import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { languageCodes } from '@cyno/contract/languages';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from './catalogue-names.ts';
import { readCatalogue, type Translation } from './read-catalogue.ts';

const config = getConfig({ configPath: join(import.meta.dirname, '../lingui.config.ts') });
const languages = languageCodes.filter((code) => code !== 'en');
/** The texts in the code, by catalogue. */
let inCode: Map<string, string[]>;

beforeAll(async () => {
  inCode = new Map();
  for (const catalogue of await getCatalogs(config)) {
    const collected = Object.values((await catalogue.collect()) ?? {});
    inCode.set(
      basename(catalogue.path),
      collected.map(({ message = '' }) => message),
    );
  }
});

const readIn = (language: string, name: string): Promise<Translation[]> =>
  readCatalogue(readFileSync(join(config.rootDir, 'src/locales', language, `${name}.po`), 'utf8'), `${name}.po`);

describe.each(languages)('the texts in %s', (language) => {
  it('are complete, and none is left over: `npm run texts -w @cyno/web` takes over what changed in the code', async () => {
    for (const [name, messages] of inCode) {
      const catalogue = await readIn(language, name);
      const translated = catalogue.filter(({ translation }) => translation !== '').map(({ message }) => message);
      expect({ [name]: translated.toSorted() }).toEqual({ [name]: messages.toSorted() });
    }
  });

  it('have the values and the marked parts of the English ones', async () => {
    for (const name of inCode.keys()) {
      const catalogue = await readIn(language, name);
      expect(catalogue.filter(({ message, translation }) => partsOf(message) !== partsOf(translation))).toEqual([]);
    }
  });
});

it('the longest folder decides to which catalogue a file belongs', () => {
  expect(catalogueOf('features/people/accounts/login/login-form.tsx')).toBe('start');
  expect(catalogueOf('features/people/accounts/profile/email-card.tsx')).toBe('profile');
  expect(catalogueOf('no-feature/device-chip.tsx')).toBeUndefined();
});

/** The names of the values and the tags in a text, sorted; throws where it cannot be read. */
function partsOf(text: string): string {
  const names = new Set<string>();
  const visit = (tokens: readonly unknown[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) names.add(tag);
      if (!Array.isArray(token)) continue;
      const [name, , choices] = token;
      names.add(name);
      if (choices instanceof Object) visit(Object.values(choices).flat());
    }
  };
  visit([compileMessageOrThrow(text)].flat());
  return [...names].toSorted().join(' ');
}
