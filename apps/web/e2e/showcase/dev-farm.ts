import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Product } from '../support/product.ts';
import { farmOwner, startFarm } from './farm.ts';
import { fillFarm } from './fill-farm.ts';

/**
 * Runs the boards of the showcase account for `npm run dev`. The first argument is the file with the account's connection key; as long as
 * there is none, the account is made and filled on the server that the second argument describes.
 */
const [file = '', description = ''] = process.argv.slice(2);
const server = JSON.parse(description) as Product;

// The supervisor is gone.
process.once('disconnect', () => process.exit());
if (existsSync(file)) {
  await startFarm({ ...server, connectionKey: await readFile(file, 'utf8') });
} else {
  const { access } = await fillFarm(server);
  // Only now, and whole: with the file the database counts as complete.
  await writeFile(`${file}.unfinished`, access.connectionKey);
  await rename(`${file}.unfinished`, file);
}
console.log(JSON.stringify({ ready: true, ...farmOwner }));
