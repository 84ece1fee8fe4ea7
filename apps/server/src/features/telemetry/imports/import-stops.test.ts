import { importState } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { longFile, startImport, uploadImport } from '../../../../test/imports.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

const dayMs = 86_400_000;
const lines = 150_000;
let server: TestServer;
let admin: TestUser;
let owner: TestUser;
let ownerId: number;
let espid: string;
let people = 0;

beforeAll(async () => {
  server = await startTestServer({ BILLING: 'manual' });
  admin = await server.signup('admin@example.com');
});
afterAll(() => server.stop());

const give = (plan: string) => admin.api('POST', `/api/admin/users/${ownerId}/plan`, { plan });
const one = async (text: string, values: unknown[]) => (await server.database.pool.query(text, values)).rows[0]?.n;

beforeEach(async () => {
  people += 1;
  owner = await server.signup(`owner${people}@example.com`);
  ownerId = await one('select id as n from accounts where email = $1', [owner.email]);
  await give('maker');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  // The plan "free" has room for five, so that the last one is paused by it.
  for (let count = 0; count < 6; count += 1) {
    espid = nextEspid();
    await server.board({ espid, username });
  }
});

const path = () => `/api/device/${espid}`;
const ends: Record<string, { end: () => Promise<unknown>; undo?: () => Promise<unknown> }> = {
  'the device is deleted': {
    end: () => owner.api('DELETE', path()),
    undo: () => owner.api('POST', `${path()}/restore`),
  },
  'the device is paused': { end: () => give('free') },
  'its owner is blocked': { end: () => admin.api('POST', `/api/admin/users/${ownerId}/disable`, { reason: 'Spam' }) },
  'its owner deletes the account': {
    end: () => owner.api('POST', '/api/profile/delete', { email: owner.email, password: 'a-long-Passphrase-7' }),
  },
};

/** The line that an import leaves in the console of its device. */
const lineOf = (how: string) =>
  one(
    `select count(*)::int as n from device_log join devices on devices.id = device_log.device_id
     where devices.espid = $1 and device_log.text like $2`,
    [espid, `%values.csv ${how}%`],
  );
const stored = () =>
  one('select count(*)::int as n from telemetry join devices on devices.id = device_id where espid = $1', [espid]);

describe('an import stops in the middle when', () => {
  it.each(Object.keys(ends))('%s', async (when) => {
    const place = { http: server.http, user: owner, path: `${path()}/imports` };
    const id = await uploadImport(place, longFile(Date.now() - 10 * dayMs, lines));
    await startImport(place, id);
    await expect.poll(stored, { interval: 5 }).toBeGreaterThan(0);
    await ends[when]?.end();
    await expect.poll(() => lineOf('stopped')).toBe(1);
    const came = await stored();
    expect(came).toBeLessThan(lines);
    const { undo } = ends[when] ?? {};
    if (undo) await undo();
    else if (when !== 'the device is paused') return;
    const { body } = await owner.api('GET', `${path()}/imports/${id}`);
    const state = importState.parse(body);
    expect(state).toMatchObject({ state: 'failed', canGoOn: false, added: came });
    expect(state.problem).toContain('What came in until then stays.');
    expect(await stored()).toBe(came);
  });

  it('nothing of it would have been stored', async () => {
    const place = { http: server.http, user: owner, path: `${path()}/imports` };
    const id = await uploadImport(place, `ts,long\n${'never,1\n'.repeat(400_000)}`);
    await startImport(place, id, {
      mapping: {
        time: { column: 0, format: 'iso', zone: 'UTC' },
        only: null,
        columns: [{ column: 1, key: 'long', kind: 'number' }],
      },
    });
    await owner.api('DELETE', path());
    await expect.poll(() => lineOf('stopped')).toBe(1);
  });

  it('it would begin: a paused device takes none', async () => {
    const place = { http: server.http, user: owner, path: `${path()}/imports` };
    const id = await uploadImport(place, longFile(Date.now() - 10 * dayMs, 10));
    const preview = await owner.api('POST', `${place.path}/${id}/preview`, { layout: null, mapping: null });
    await give('free');
    const { layout, mapping } = preview.body;
    const started = await owner.api('POST', `${place.path}/${id}/start`, { layout, mapping, overwrite: false });
    expect([started.status, started.body.code]).toEqual([409, 'limit_reached']);
  });
});
