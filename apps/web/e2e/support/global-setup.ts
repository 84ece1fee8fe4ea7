import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startTestPostgres } from '../../../server/test/postgres.ts';
import { startProduct } from './product.ts';
import { newUser } from './users.ts';

/**
 * A running product for each worker, so that journeys at the same time do not use up each other's limits; their addresses, and that of
 * the database that further products copy, reach the tests through the environment.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-e2e-'));
  const postgres = await startTestPostgres(directory);
  process.env.CYNO_E2E_DATABASE = postgres.templateUrl;
  const products: Awaited<ReturnType<typeof startOne>>[] = [];
  // One after the other: each must be ready within its time on a busy machine too.
  while (products.length < workers) products.push(await startOne(join(directory, String(products.length))));
  process.env.CYNO_E2E = JSON.stringify(
    products.map(({ http, mqtt, mqtts, administrator }) => ({ http, mqtt, mqtts, administrator })),
  );
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

async function startOne(directory: string) {
  const product = await startProduct(directory);
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  const { email, token, member } = await newUser(product, { setupCode, name: 'admin' });
  return { ...product, administrator: { email, token, member } };
}
