import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.ts';
import { newUser } from './users.ts';

/** One running product for all journeys; its addresses reach the tests through the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-e2e-'));
  const product = await startProduct(directory);
  process.env.CYNO_E2E = JSON.stringify({ http: product.http, mqtt: product.mqtt, mqtts: product.mqtts });
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  await newUser(product, { setupCode, name: 'admin' });
  return async () => {
    await product.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
