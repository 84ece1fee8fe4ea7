import { importPreview, importState } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = nextEspid();
const day = 86_400_000;
/** Yesterday at noon, UTC. */
const noon = Math.floor(Date.now() / day) * day - day / 2;
let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 3_600 });
});
afterAll(() => server.stop());

const base = `/api/device/${espid}/imports`;

async function upload(content: string | Buffer, name = 'values.csv', pieceBytes = 1024 * 1024): Promise<string> {
  const bytes = Buffer.from(content as string);
  const { body } = await owner.api('POST', base, { name, bytes: bytes.length });
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    const response = await fetch(`${server.http}${base}/${body.id}/piece?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
      body: bytes.subarray(offset, offset + pieceBytes),
    });
    expect(response.status).toBe(200);
  }
  return body.id;
}

async function preview(id: string, request: object = {}) {
  const response = await owner.api('POST', `${base}/${id}/preview`, { layout: null, mapping: null, ...request });
  return response.status === 200 ? importPreview.parse(response.body) : response;
}

/** Imports a file as the server proposes, unless `more` overrides it; returns how it ended. */
async function importFile(content: string | Buffer, more: object = {}) {
  const id = await upload(content);
  const { layout, mapping } = importPreview.parse(await preview(id));
  const started = await owner.api('POST', `${base}/${id}/start`, { layout, mapping, overwrite: false, ...more });
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  return ended(id);
}

async function ended(id: string) {
  const state = async () => importState.parse((await owner.api('GET', `${base}/${id}`)).body);
  await expect.poll(state, { interval: 20 }).not.toMatchObject({ state: 'running' });
  return state();
}

const history = async (from: number, to: number, keys = '') =>
  (await owner.api('GET', `/api/device/${espid}/history?from=${from}&to=${to}&points=1000&keys=${keys}`)).body;
const iso = (at: number) => new Date(at).toISOString();
let days = 30;
/** Noon of a day that no other test, nor an earlier run of the same one, has brought points to. */
const freshNoon = () => {
  days += 1;
  return noon - days * day;
};

describe('a file', () => {
  it('is looked through, shown as it will be stored, and taken in', async () => {
    const start = freshNoon();
    const lines = Array.from(
      { length: 30 },
      (_, row) => `${iso(start + row * 60_000)},${20 + row / 10},${row % 2 === 0}`,
    );
    const id = await upload(`time,Boiler (°C),pump\r\n${lines.join('\r\n')}\r\n`);
    const visible = importPreview.parse(await preview(id));
    expect(visible.layout).toEqual({ delimiter: ',', header: true, decimal: '.' });
    expect(visible.mapping).toEqual({
      time: { column: 0, format: 'iso', zone: 'UTC' },
      columns: [
        { column: 1, key: 'Boiler', kind: 'number' },
        { column: 2, key: 'pump', kind: 'boolean' },
      ],
      only: null,
    });
    expect(visible.rows).toHaveLength(20);
    expect(visible.rows[3]).toEqual({ line: 5, at: start + 180_000, values: [20.3, false], problem: null });
    const { layout, mapping } = visible;
    await owner.api('POST', `${base}/${id}/start`, { layout, mapping, overwrite: false });
    expect(await ended(id)).toMatchObject({ state: 'done', added: 30, changed: 0, present: 0, refused: 0 });
    const response = await history(start, start + 3_600_000, 'Boiler,pump');
    expect(response.times).toHaveLength(30);
    expect(response.series.Boiler.value.slice(0, 3)).toEqual([20, 20.1, 20.2]);
    const variables = (await owner.api('GET', `/api/device/${espid}`)).body.variables;
    expect(variables.find(({ key }: { key: string }) => key === 'pump').value).toBe(false);
  });

  it('changes nothing when it comes twice, adds what is missing, and overwrites only on request', async () => {
    const start = freshNoon();
    const file = (value: number, more = '') =>
      `time,level${more && ',more'}\n${[0, 1, 2].map((row) => `${iso(start + row * 1000)},${value}${more && `,${more}`}`).join('\n')}`;
    expect(await importFile(file(1))).toMatchObject({ added: 3, changed: 0, present: 0 });
    expect(await importFile(file(1))).toMatchObject({ added: 0, changed: 0, present: 3 });
    expect(await importFile(file(2))).toMatchObject({ added: 0, changed: 0, present: 3 });
    expect((await history(start, start + 9_000, 'level')).series.level.value).toEqual([1, 1, 1]);
    expect(await importFile(file(2, '7'))).toMatchObject({ added: 0, changed: 3, present: 0 });
    expect((await history(start, start + 9_000, 'level,more')).series).toMatchObject({
      level: { value: [1, 1, 1] },
      more: { value: [7, 7, 7] },
    });
    expect(await importFile(file(2), { overwrite: true })).toMatchObject({ added: 0, changed: 3, present: 0 });
    expect((await history(start, start + 9_000, 'level,more')).series).toMatchObject({
      level: { value: [2, 2, 2] },
      more: { value: [7, 7, 7] },
    });
  });

  it('that was exported comes in again as it was', async () => {
    const start = freshNoon();
    const texts = ['plain', '=1+1', "'quoted'", 'a "b", c', '-5 left;=1', '＝1;"=2'];
    const lines = texts.map((text, row) => `${iso(start + row * 1000)};${row},5;"${text.replaceAll('"', '""')}"`);
    expect(await importFile(`Zeit;mass;note\n${lines.join('\n')}`)).toMatchObject({ added: 6, refused: 0 });
    const range = `from=${start}&to=${start + 60_000}&keys=mass,note`;
    const before = await history(start, start + 60_000, 'mass,note');
    expect(before.series.mass.value).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5]);
    expect(before.series.note.value).toEqual(texts);
    const { body: csv } = await owner.api('GET', `/api/device/${espid}/export?${range}&format=csv`);
    expect(await importFile(csv)).toMatchObject({ added: 0, changed: 0, present: 6, refused: 0 });
    await server.database.pool.query('DELETE FROM telemetry WHERE at >= $1 AND at < $2', [start, start + 60_000]);
    expect(await importFile(csv)).toMatchObject({ added: 6, refused: 0 });
    expect((await history(start, start + 60_000, 'mass,note')).series).toEqual(before.series);
  });

  it('leaves rollups equal to the messages', async () => {
    const start = freshNoon();
    const lines = Array.from({ length: 5_000 }, (_, row) => `${start + row * 5_000},${Math.sin(row)}`);
    expect(await importFile(`ts,wave\n${lines.join('\n')}`)).toMatchObject({ state: 'done', added: 5_000 });
    const { rows } = await server.database.pool.query<{ hours: number }>(
      // The job that rolls hours up each minute may have been there already.
      `SELECT count(*)::int AS hours FROM (
         SELECT device_id, hour FROM telemetry_dirty_hours UNION SELECT device_id, at FROM rollup_1h
       ) AS touched (device_id, hour)
       WHERE hour >= $1 AND hour < $1 + 25200000 AND device_id = (SELECT id FROM devices WHERE espid = $2)`,
      [start, espid],
    );
    expect(rows[0]?.hours).toBe(7);
    const response = await history(start, start + 25_000_000, 'wave');
    expect(response.bucketMs).toBeGreaterThan(0);
    const first = Array.from({ length: response.bucketMs / 5_000 }, (_, row) => Math.sin(row));
    expect(response.series.wave.value[0]).toBeCloseTo(first.reduce((sum, value) => sum + value, 0) / first.length, 10);
  });
});

describe('lines that cannot be stored', () => {
  it('are refused one by one, with the reason', async () => {
    const start = freshNoon();
    const state = await importFile(
      [
        'time,press',
        `${iso(start)},1013.2`,
        `${iso(start + 1000)},high`,
        'yesterday,1',
        ',1',
        `${iso(Date.now() + day)},1`,
        '1999-12-31T23:59:59Z,1',
        `${iso(start + 2000)},1e308`,
        `${iso(start + 3000)},`,
        `${iso(start + 4000)},=1+1`,
        `${iso(start + 5000)},"1,013.5"`,
        ...Array.from({ length: 20 }, (_, row) => `${iso(start + 10_000 + row)},${row}`),
      ].join('\n'),
    );
    expect(state).toMatchObject({ state: 'done', added: 22, empty: 1, refused: 7 });
    expect(state.reasons).toEqual([
      { line: 3, reason: 'press: "high" is not a number.' },
      { line: 4, reason: '"yesterday" is not a time as chosen.' },
      { line: 5, reason: 'The time is missing.' },
      { line: 6, reason: 'The time is in the future.' },
      { line: 7, reason: 'The time is before the year 2000.' },
      { line: 8, reason: '"press" is a number out of range.' },
      { line: 10, reason: 'press: "=1+1" is not a number.' },
    ]);
  });

  it('of a time whose messages were removed are refused, because only averages of it are stored', async () => {
    const start = freshNoon();
    const old = [iso(start - 1000), iso(start)];
    await server.database.pool.query('UPDATE devices SET messages_since = $1 WHERE espid = $2', [start, espid]);
    const state = await importFile(`time,gone\n${old.map((at) => `${at},1`).join('\n')}\n`);
    await server.database.pool.query('UPDATE devices SET messages_since = NULL WHERE espid = $1', [espid]);
    expect(state).toMatchObject({ state: 'done', added: 1, refused: 1 });
    expect(state.reasons).toEqual([{ line: 2, reason: 'Of this time only averages are stored.' }]);
  });

  it('hide no times in a short file, whose column is marked as having them', async () => {
    const start = freshNoon();
    const state = await importFile(`time,short\n${iso(start)},1\nyesterday,2\n${iso(start + 1000)},3`);
    expect(state).toMatchObject({ state: 'done', added: 2, refused: 1 });
  });

  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004rest of it'), 'workbook'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'not text'],
    ['a quote that never ends', `time,a\n${iso(noon)},"${'x\n'.repeat(60_000)}`, 'quotation mark'],
    ['a huge cell', `time,a\n${iso(noon)},${'9'.repeat(100_000)}`, '64 KB'],
    ['a million columns', `time${',a'.repeat(1_000_000)}\n`, '1000'],
    ['two thousand columns', `time${',a'.repeat(2_000)}\n`, '1000'],
  ])('of %s are refused in plain words', async (_, content, text) => {
    const response = await preview(await upload(content));
    expect(response).toMatchObject({ status: 400 });
    expect((response as { body: { error: string } }).body.error).toContain(text);
  });

  it('end an import that has begun, when they are no lines of a table; what came before stays', async () => {
    const start = freshNoon();
    const good = Array.from({ length: 3_000 }, (_, row) => `${iso(start + row * 1000)},${row}`).join('\n');
    const state = await importFile(`time,cut\n${good}\n${iso(start)},"${'x'.repeat(90_000)}`);
    expect(state).toMatchObject({ state: 'failed' });
    expect(state.problem).toContain('64 KB');
    expect(state.added).toBeGreaterThan(1_000);
  });
});

describe('an import', () => {
  it('is refused when columns and variables do not fit', async () => {
    const id = await upload(`time,a,b\n${iso(noon)},1,2\n`);
    const { layout, mapping } = importPreview.parse(await preview(id));
    const start = (columns: object[], time: object = {}) =>
      owner.api('POST', `${base}/${id}/start`, {
        layout,
        overwrite: false,
        mapping: { time: { ...mapping?.time, ...time }, columns },
      });
    const a = { column: 1, key: 'a', kind: 'number' };
    const wrong = [
      [start([a, { column: 2, key: 'a', kind: 'number' }]), 'Two columns'],
      [start([{ ...a, column: 0 }]), 'cannot be a variable'],
      [start([{ ...a, key: 'note' }]), 'has texts'],
      [start([{ ...a, key: 'Boiler', kind: 'text' }]), 'has numbers'],
      [start([{ ...a, key: '__proto__' }]), 'cannot be used'],
      [start([a], { zone: 'Mars/Olympus' }), 'time zone'],
    ] as const;
    for (const [response, text] of wrong) {
      expect((await response).status).toBe(400);
      expect((await response).body.error).toContain(text);
    }
  });

  it('leaves the columns of formulas out, and is refused when it would bring values of one', async () => {
    const start = freshNoon();
    expect(await importFile(`time,base\n${iso(start)},1`)).toMatchObject({ added: 1 });
    const formula = { formula: 'base * 2', unit: null, label: 'Twice' };
    expect((await owner.api('PUT', `/api/device/${espid}/computed/double`, formula)).status).toBe(200);
    const id = await upload(`time,base,double,Twice\n${iso(start + 1000)},2,9,9\n`);
    const { layout, mapping } = importPreview.parse(await preview(id));
    expect(mapping?.columns).toEqual([{ column: 1, key: 'base', kind: 'number' }]);
    const columns = [{ column: 2, key: 'double', kind: 'number' }];
    const body = { layout, overwrite: false, mapping: { ...mapping, columns } };
    expect(await owner.api('POST', `${base}/${id}/start`, body)).toMatchObject({
      status: 400,
      body: { error: '"double" is computed by a formula. Choose another variable.', reason: 'column_of_formula' },
    });
  });

  it('takes times of a zone, also where clocks are changed', async () => {
    const lines = ['03/29/26 01:30,1', '03/29/26 03:30,2', '10/26/25 02:30 AM,3', '07/01/2026 1:05:07.250 PM,4'];
    const id = await upload(`when,z\n${lines.join('\n')}\n`);
    const { layout, mapping } = importPreview.parse(await preview(id));
    const time = { ...mapping?.time, format: 'mdy', zone: 'Europe/Berlin' };
    const visible = importPreview.parse(await preview(id, { layout, mapping: { ...mapping, time } }));
    expect(visible.rows.map(({ at }) => at && iso(at))).toEqual([
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2025-10-26T00:30:00.000Z',
      '2026-07-01T11:05:07.250Z',
    ]);
  });

  it('takes years of the Buddhist era', async () => {
    const start = freshNoon();
    const [year, month, dayOfMonth] = iso(start).slice(0, 10).split('-');
    const lines = [1, 2].map((value) => `${dayOfMonth}/${month}/${Number(year) + 543} 12:0${value},${value}`);
    const id = await upload(`วันที่,era\n${lines.join('\n')}\n`);
    const { layout, mapping } = importPreview.parse(await preview(id));
    const chosen = { layout, mapping: { ...mapping, time: { ...mapping?.time, format: 'dmy' } } };
    const visible = importPreview.parse(await preview(id, chosen));
    expect(visible.rows.map(({ at, problem }) => [at, problem])).toEqual([
      [start + 60_000, null],
      [start + 120_000, null],
    ]);
    await owner.api('POST', `${base}/${id}/start`, { ...chosen, overwrite: false });
    expect(await ended(id)).toMatchObject({ state: 'done', added: 2, refused: 0 });
    expect((await history(start, start + 3_600_000, 'era')).times).toEqual([start + 60_000, start + 120_000]);
  });

  it('can be cancelled, and forgotten', async () => {
    const start = freshNoon();
    const lines = Array.from({ length: 150_000 }, (_, row) => `${start + row * 1000},${row}`);
    const id = await upload(`ts,long\n${lines.join('\n')}`);
    const { layout, mapping } = importPreview.parse(await preview(id));
    await owner.api('POST', `${base}/${id}/start`, { layout, mapping, overwrite: false });
    expect((await owner.api('POST', `${base}/${id}/start`, { layout, mapping, overwrite: false })).status).toBe(409);
    expect((await owner.api('DELETE', `${base}/${id}`)).status).toBe(204);
    const state = await ended(id);
    expect(state.state).toBe('cancelled');
    expect(state.added).toBeLessThan(150_000);
    expect((await owner.api('DELETE', `${base}/${id}`)).status).toBe(204);
    expect((await owner.api('GET', `${base}/${id}`)).status).toBe(404);
  });

  it('can be cancelled also when no line of it is taken', async () => {
    const id = await upload(`time,a\n${`${iso(noon)},1\n`.repeat(40)}${'x,1\n'.repeat(1_000_000)}`);
    const { layout, mapping } = importPreview.parse(await preview(id));
    await owner.api('POST', `${base}/${id}/start`, { layout, mapping, overwrite: false });
    await owner.api('DELETE', `${base}/${id}`);
    const state = await ended(id);
    expect(state.state).toBe('cancelled');
    expect(state.refused).toBeLessThan(900_000);
  });

  it('needs the whole file, in its order', async () => {
    const { body } = await owner.api('POST', base, { name: 'x.csv', bytes: 10 });
    const put = (offset: number, text: string) =>
      fetch(`${server.http}${base}/${body.id}/piece?offset=${offset}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
        body: text,
      });
    expect((await put(5, 'abcde')).status).toBe(400);
    expect((await put(-1, 'abcde')).status).toBe(400);
    expect((await put(0, 'abcde')).status).toBe(200);
    expect((await put(5, 'too long for it')).status).toBe(400);
    expect((await put(0, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    expect(await (await put(3, 'XXfg')).json()).toEqual({ received: 7 });
    expect(await preview(body.id)).toMatchObject({ status: 400 });
    expect((await owner.api('POST', base, { name: 'x.csv', bytes: 51 * 1024 * 1024 })).status).toBe(400);
    expect((await owner.api('POST', base, { name: 'x.csv', bytes: 0 })).status).toBe(400);
  });

  it('of another account cannot be reached', async () => {
    const id = await upload(`time,a\n${iso(noon)},1\n`);
    for (const [method, path, content] of [
      ['POST', base, { name: 'x', bytes: 1 }],
      ['GET', `${base}/${id}`],
      ['POST', `${base}/${id}/preview`, { layout: null, mapping: null }],
      ['POST', `${base}/${id}/resume`],
      ['DELETE', `${base}/${id}`],
    ] as const) {
      expect((await stranger.api(method, path, content)).status, path).toBe(404);
    }
    // Nor through a device of their own.
    const own = nextEspid();
    await server.board({ espid: own, username: `${stranger.email}/${await stranger.connectionKey()}` });
    const piece = await fetch(`${server.http}/api/device/${own}/imports/${id}/piece?offset=0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${stranger.token}`, 'content-type': 'application/octet-stream' },
      body: 'time,a',
    });
    expect(piece.status).toBe(404);
    for (const [method, path] of [
      ['GET', `/api/device/${own}/imports/${id}`],
      ['DELETE', `/api/device/${own}/imports/${id}`],
    ] as const) {
      expect((await stranger.api(method, path)).status, path).toBe(404);
    }
    expect((await owner.api('GET', `${base}/${id}`)).body).toMatchObject({ state: 'waiting' });
  });
});
