import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { System, type SystemDeps } from './system.service.ts';

/** A server of version 0.10.0 that serves beside others, which wait for the lock of its database under such names. */
async function serveBeside(others: readonly string[]): Promise<System> {
  const { database, url, drop } = await createTestDatabase();
  const clients = others.map(
    (other) => new pg.Client({ connectionString: url, application_name: `cyno waits 0123abcd on ${other}` }),
  );
  for (const client of clients) await client.connect();
  onTestFinished(async () => {
    for (const client of clients) await client.end();
    await drop();
  });
  const config = { serverName: 'barn-1' };
  const deps = { config, database, cluster: null, metrics: createMetrics(), version: '0.10.0' };
  return new System(deps as unknown as SystemDeps);
}

test.each(['0.10.0', '0.11.0', '1.0.0'])(
  'a server of version %s takes over, and not the older one before it',
  async (version) => {
    const system = await serveBeside(['barn-2 0.9.0', `barn-3 ${version}`]);
    expect(await system.standby()).toBe('barn-3');
  },
);

test('nobody takes over whose version is older, or where nobody waits', async () => {
  const older = { status: 409, why: { reason: 'standby_older', values: { server: 'barn-2', version: '0.9.0' } } };
  await expect((await serveBeside(['barn-2 0.9.0'])).standby()).rejects.toMatchObject(older);
  await expect((await serveBeside([])).standby()).rejects.toMatchObject({ why: { reason: 'no_standby' } });
});
