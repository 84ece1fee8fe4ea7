import { join } from 'node:path';
import { startProduct } from '../support/product.ts';
import { farmOwner } from './farm.ts';
import { fillFarm } from './fill-farm.ts';
import { takePagePictures } from './page-pictures.ts';
import { takePictures } from './pictures.ts';

/**
 * Runs a server with the showcase account in the directory of the first argument until it is stopped; with `--pictures` it takes the
 * pictures of the README, with `--pages` those of every page into the directory after it, and ends.
 */
const [directory = '', option, destination = ''] = process.argv.slice(2);
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
});

const product = await startProduct(join(directory, 'demo'), undefined, { DATABASE_URL: '' });
try {
  await Promise.race([stopped, show()]);
} finally {
  await product.stop();
}
process.exit();

async function show(): Promise<void> {
  console.error('Filling the showcase account …');
  const farm = await fillFarm(product);
  if (option === '--pictures') return takePictures(farm);
  if (option === '--pages') return takePagePictures(farm, destination);
  console.log(`
The demo is running. Ctrl+C stops it and deletes everything.

  Open      ${product.http}
  E-mail    ${farmOwner.email}
  Password  ${farmOwner.password}
`);
  await stopped;
}
