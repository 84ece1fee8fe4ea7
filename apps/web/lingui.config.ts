import { globSync } from 'node:fs';
import { languageCodes } from '@cyno/contract/languages';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { catalogueFolders, catalogueOf } from './build/catalogue-names.ts';

const sources = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((path) => !path.includes('.test.'));

/** English stands in the code; every other language has a folder with a file for each catalogue. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: languageCodes.filter((code) => code !== 'en'),
  format: formatter({ lineNumbers: false, origins: true }),
  catalogs: Object.keys(catalogueFolders).map((name) => ({
    path: `<rootDir>/src/locales/{locale}/${name}`,
    include: sources
      .filter((path) => catalogueOf(path.slice('src/'.length)) === name)
      .map((path) => `<rootDir>/${path}`),
  })),
  orderBy: 'origin',
  runtimeConfigModule: { i18n: ['#i18n', 'i18n'], Trans: ['#trans', 'Trans'] },
});
