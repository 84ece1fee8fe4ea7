import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageCodes } from '@cyno/contract/languages';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { catalogueFolders, catalogueOf } from './build/catalogue-names.ts';

/** What has no macro has no text, and to look for one takes longer than all that is done here. */
const sources = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (path) => !path.includes('.test.') && readFileSync(join(import.meta.dirname, path), 'utf8').includes('@lingui/'),
);
const byCatalogue = Object.groupBy(sources, (path) => catalogueOf(path.slice('src/'.length)) ?? '');

/** English stands in the code; every other language has a folder with a file for each catalogue. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: languageCodes.filter((code) => code !== 'en'),
  format: formatter({ lineNumbers: false, origins: true }),
  catalogs: Object.keys(catalogueFolders).map((name) => ({
    path: `<rootDir>/src/locales/{locale}/${name}`,
    include: (byCatalogue[name] ?? []).map((path) => `<rootDir>/${path}`),
  })),
  orderBy: 'origin',
  runtimeConfigModule: { i18n: ['#i18n', 'i18n'], Trans: ['#trans', 'Trans'] },
});
