// Adds a language to Cyno: `npm run language -- de`. Its texts are in apps/web/src/locales/de from then on.
import { addLanguage } from './bootstrap/language.mjs';

try {
  await addLanguage(process.argv[2]);
} catch (error) {
  console.error(error.oneLine ? error.message : error.stack);
  process.exitCode = 1;
}
