import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules, root, webDirectory } from './paths.mjs';
import { OneLineError, run } from './run.mjs';

const file = join(root, 'packages', 'contract', 'src', 'languages.json');

/** Adds a language, given by its code such as `de`, with a file of texts for each catalogue. */
export async function addLanguage(code) {
  if (!/^[a-z]{2,3}$/.test(code ?? '')) throw new OneLineError('Name a language by its code: npm run language -- de');
  const languages = JSON.parse(readFileSync(file, 'utf8'));
  if (code in languages) throw new OneLineError(`Cyno has ${languages[code]} already.`);
  languages[code] = new Intl.DisplayNames(code, { type: 'language' }).of(code);
  writeFileSync(file, `${JSON.stringify(languages, null, 2)}\n`);
  await run(process.execPath, [join(modules, '@lingui', 'cli', 'dist', 'lingui.js'), 'extract', '--clean'], {
    cwd: webDirectory,
  });
  console.log(`Translate the files in apps/web/src/locales/${code}; npm test shows what is missing.`);
}
