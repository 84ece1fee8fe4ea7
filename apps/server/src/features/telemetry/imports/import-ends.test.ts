import { importPreview, importState } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longFile, startImport, uploadImport } from '../../../../test/imports.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const [espid, otherEspid] = [nextEspid(), nextEspid()];
const dayMs = 86_400_000;
/** The noon before last, UTC. */
const noon = Math.floor(Date.now() / dayMs) * dayMs - 1.5 * dayMs;
const base = `/api/device/${espid}/imports`;
let server: JoinedServer;
let owner: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  for (const id of [espid, otherEspid]) await server.board({ espid: id, username, keepalive: 3_600 });
  await owner.api('PATCH', `/api/device/${espid}`, { name: '=Tank' });
});
afterAll(() => server.stop());

const upload = (content: string, { user = owner, to = base } = {}) =>
  uploadImport({ http: server.http, user, path: to }, content);
const start = (id: string, { user = owner, to = base, more = {} } = {}) =>
  startImport({ http: server.http, user, path: to }, id, more);

const stateOf = async (id: string, to = base) => importState.parse((await owner.api('GET', `${to}/${id}`)).body);
async function ended(id: string, to = base) {
  await expect.poll(async () => (await stateOf(id, to)).state).not.toBe('running');
  return stateOf(id, to);
}

describe('while the database does not answer', () => {
  /** Holds up what is stored; resolves with what ends that. */
  async function holdUp() {
    const other = await server.database.pool.connect();
    await other.query('BEGIN; LOCK TABLE telemetry');
    return async () => {
      await other.query('ROLLBACK');
      other.release();
    };
  }
  /** Counts the tries to store something. */
  function countTries() {
    const tries = new Set<number>();
    return async () => {
      const { rows } = await server.database.pool.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'telemetry'::regclass
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      for (const { pid } of rows) tries.add(pid);
      return tries.size;
    };
  }

  it('an import waits, and goes on', async () => {
    const release = await holdUp();
    const id = await upload(`time,slow\n${new Date(noon).toISOString()},1`);
    await start(id);
    await expect.poll(countTries()).toBeGreaterThan(1);
    await release();
    expect(await ended(id)).toMatchObject({ state: 'done', refused: 0 });
  });

  it('one that is cancelled is not reported as failed', async () => {
    const release = await holdUp();
    const id = await upload(`time,slow\n${new Date(noon + 1000).toISOString()},1`);
    await start(id);
    await expect.poll(countTries()).toBeGreaterThan(0);
    expect((await owner.api('DELETE', `${base}/${id}`)).status).toBe(204);
    const state = await ended(id);
    await release();
    expect(state).toMatchObject({ state: 'cancelled', problem: null, canGoOn: false });
  });
});

describe('a file of several devices', () => {
  it('as it is exported gives each device its own lines again', async () => {
    const at = noon - 3 * dayMs;
    const lines = (value: number, shift: number) =>
      Array.from({ length: 60 }, (_, row) => `${new Date(at + row * 60_000 + shift).toISOString()},${value + row}`);
    const others = `/api/device/${otherEspid}/imports`;
    await ended(await upload(`time,mass\n${lines(0, 0).join('\n')}`).then((id) => start(id).then(() => id)));
    const second = await upload(`time,mass\n${lines(500, 1).join('\n')}`, { to: others });
    await start(second, { to: others });
    await ended(second, others);
    const { body: csv } = await owner.api(
      'GET',
      `/api/telemetry/export?from=${at}&to=${at + dayMs}&format=csv&of=${espid}:mass&of=${otherEspid}:mass`,
    );
    expect(csv.split('\r\n')[1]).toContain(`,"'=Tank",0`);
    const range = [at, at + dayMs];
    await server.database.pool.query('DELETE FROM telemetry WHERE at >= $1 AND at < $2', range);

    const id = await upload(csv);
    const visible = importPreview.parse(
      (await owner.api('POST', `${base}/${id}/preview`, { layout: null, mapping: null })).body,
    );
    expect(visible.choices).toEqual(['=Tank', otherEspid]);
    expect(visible.mapping).toMatchObject({ only: { column: 1, value: '=Tank' }, columns: [{ key: 'mass' }] });
    expect(visible.rows.map(({ values }) => values[0])).toEqual(Array.from({ length: 20 }, (_, row) => row));
    await start(id);
    expect(await ended(id)).toMatchObject({ state: 'done', added: 60, leftOut: 60, refused: 0 });
    const to = await upload(csv, { to: others });
    await start(to, { to: others });
    expect(await ended(to, others)).toMatchObject({ added: 60, leftOut: 60 });
    const history = await owner.api('GET', `/api/device/${otherEspid}/history?from=${at}&to=${at + dayMs}&keys=mass`);
    expect(history.body.series.mass.value.slice(0, 2)).toEqual([500, 501]);
  });

  it('is searched whole for the lines of a device that stand at its end', async () => {
    // The last line stands behind the two megabytes in which other things are looked for.
    const line = (row: number, who: string) => `${noon - 10 * dayMs + row},${who},${row},${'.'.repeat(200)}\n`;
    const file = `ts,device,x,note\n${Array.from({ length: 12_000 }, (_, row) => line(row, 'first')).join('')}${line(13_000, 'last')}`;
    const id = await upload(file);
    const { body } = await owner.api('POST', `${base}/${id}/preview`, { layout: null, mapping: null });
    expect(body.choices).toEqual(['first', 'last']);
    const mapping = { ...body.mapping, only: { column: 1, value: 'last' } };
    const visible = await owner.api('POST', `${base}/${id}/preview`, { layout: body.layout, mapping });
    expect(visible.body.rows).toMatchObject([{ line: 12_002, values: [13_000, '.'.repeat(200)] }]);
  });
});

describe('an import', () => {
  it('stops when the right of anyone who began it ends, reports it, and keeps what came in', async () => {
    const manager = await server.signup('manager@example.com');
    const invited = await owner.api('POST', `/api/device/${espid}/shares`, {
      email: manager.email,
      role: 'manager',
      expiresAt: null,
    });
    const [offer] = (await manager.api('GET', '/api/offers')).body.offers;
    await manager.api('POST', `/api/offers/${offer.id}/accept`);
    const id = await upload(longFile(noon - 40 * dayMs), { user: manager });
    await start(id, { user: manager });
    await expect.poll(async () => (await stateOf(id)).added, { interval: 5 }).toBeGreaterThan(0);
    const [share] = invited.body.shares;
    await owner.api('DELETE', `/api/device/${espid}/shares/${share.id}`);
    const state = await ended(id);
    expect(state).toMatchObject({ state: 'failed', canGoOn: false });
    expect(state.problem).toContain('you may not manage it any more. What came in until then stays.');
    expect(state.added).toBeGreaterThan(0);
    expect(state.added).toBeLessThan(150_000);
    const log = async () => JSON.stringify((await owner.api('GET', `/api/device/${espid}/log`)).body);
    await expect.poll(log).toContain('the import of values.csv stopped: ');
  });

  it('stops when the device gets another owner', async () => {
    const id = await upload(longFile(noon - 50 * dayMs));
    await start(id);
    await expect.poll(async () => (await stateOf(id)).added, { interval: 5 }).toBeGreaterThan(0);
    const next = await server.signup('next@example.com');
    await owner.api('POST', `/api/device/${espid}/transfer`, { email: next.email, espid });
    const [offer] = (await next.api('GET', '/api/offers')).body.offers;
    expect((await next.api('POST', `/api/offers/${offer.id}/accept`)).status).toBe(200);
    const found = async () => importState.parse((await next.api('GET', `${base}/${id}`)).body);
    await expect.poll(async () => (await found()).state).not.toBe('running');
    expect(await found()).toMatchObject({ state: 'failed', canGoOn: false });
    expect((await next.api('GET', base)).body.imports).toEqual([]);
  });
});
