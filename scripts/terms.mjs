// Checks that names and comments use the terms of the field; part of `npm run check`.
import { requireTerms } from './bootstrap/terms/terms.mjs';

try {
  await requireTerms();
  console.log('All names and comments are in the usual terms.');
} catch (error) {
  console.error(error.oneLine ? error.message : error.stack);
  process.exitCode = 1;
}
