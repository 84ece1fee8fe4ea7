import { exportLengthHeader } from '@cyno/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { notFound } from '../../../platform/errors.ts';
import { createHttp, type DeviceRequest, type Http } from '../../../platform/http/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { type ExportNote, exportRoutes } from '../exports/index.ts';
import { historyRoutes } from '../history/index.ts';

type Owned = Awaited<ReturnType<TelemetryBench['addDevice']>>;
let bench: TelemetryBench;
let http: Http;
let mine: Owned;
let theirs: Owned;
/** After so many looks at a device nobody has the right to it any more. */
let viewsLeft = Number.POSITIVE_INFINITY;
/** Accounts with which `theirs` is shared. */
const guests = new Set<number>();
const notes: ExportNote[] = [];

beforeAll(async () => {
  bench = await createTelemetryBench();
  mine = await bench.addDevice('My board (1)');
  theirs = await bench.addDevice('their-board');
  const devices = [mine, theirs];
  http = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    authenticate: async (token) => ({
      id: Number(token),
      email: 'ann@example.com',
      member: 'user',
      timeZone: null,
      sessionId: 1,
      provedAt: Date.now(),
      tokenScope: null,
    }),
  });
  const getDevice = ({ account, params }: DeviceRequest) => {
    const device = devices.find(({ espid }) => espid === params.espid);
    viewsLeft -= 1;
    const canView = device && (device.accountId === account.id || (device === theirs && guests.has(account.id)));
    if (!canView || viewsLeft < 0) throw notFound('device', params.espid);
    return { ...device, name: device === mine ? 'Greenhouse: left/right' : 'Tank' };
  };
  const devicesOf = (accountId: number) => devices.filter((one) => one.accountId === accountId);
  historyRoutes(http, { reader: bench.telemetry.reader, getDevice, devicesOf });
  exportRoutes(http, {
    exports: bench.telemetry.exports,
    getDevice,
    async *notesOf(_, { id }, { from, to }) {
      yield notes.filter((note) => id === theirs.id && note.from >= from && note.from < to);
    },
  });
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await bench.close();
});

const get = (url: string, account: number | null = mine.accountId) =>
  http.inject({ url, ...(account !== null && { headers: { authorization: `Bearer ${account}` } }) });
const path = (espid: string, rest: string) => `/api/device/${encodeURIComponent(espid)}/${rest}`;
const range = `from=${noon - 1000}&to=${noon + 100_000}`;

test.each([
  ['history', `history?${range}`],
  ['export', `export?${range}`],
  ['statistics', `statistics?${range}`],
])('%s of a stranger’s board is not found, and nobody reads without logging in', async (_, rest) => {
  const strange = await get(path(theirs.espid, rest));
  const unknown = await get(path('no-board', rest));
  expect([strange.statusCode, strange.json().code]).toEqual([404, 'not_found']);
  expect(strange.body.replace(theirs.espid, '')).toBe(unknown.body.replace('no-board', ''));
  expect((await get(path(mine.espid, rest), null)).statusCode).toBe(401);
});

test.each([
  `history?from=5&to=5`,
  `history?from=x&to=5`,
  `history?to=5`,
  `history?from=1&to=5&points=100000`,
  `export?from=9&to=5`,
  `export?${range}&format=exe`,
  `export?${range}&format=xlsx&zone=Mars/Olympus`,
  `statistics?from=9&to=5`,
  `statistics?${range}&above=warm`,
])('refuses %s', async (rest) => {
  const response = await get(path(mine.espid, rest));
  expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed']);
});

test('history responds as the contract defines', async () => {
  await bench.send(mine, { temp: 20.5 }).stored;
  const response = await get(path(mine.espid, `history?${range}`));
  expect(response.json()).toEqual({
    from: noon - 1000,
    to: noon + 100_000,
    resolution: 'raw',
    bucketMs: null,
    times: [noon],
    series: { temp: { value: [20.5], min: null, max: null } },
    offline: [],
  });
});

test('sparklines hold the account’s own devices only', async () => {
  const { devices } = (await get('/api/telemetry/sparklines')).json();
  expect(Object.keys(devices)).toEqual([mine.espid]);
});

describe('export', () => {
  let exported: Owned;
  beforeAll(async () => {
    exported = theirs;
    await bench.send(exported, { temp: 20.5, on: true, note: '=HYPERLINK("http://x")', '+key': -1 }).stored;
    const notes = ['plain', '-5', '-x', '@x', '\tx', '+1', 'a,"b"\r\nc', '\u0e01', '1e5', '=1'];
    for (const [index, note] of notes.entries()) {
      await bench.send(exported, { note, temp: -index }, { at: noon + 1 + index }).stored;
    }
  });

  test('as CSV: quoted by RFC 4180, and no cell is a formula', async () => {
    const response = await get(path(exported.espid, `export?${range}&format=csv`), exported.accountId);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="their-board.csv"');
    const time = (ms: number) => new Date(noon + ms).toISOString();
    expect(response.body).toBe(
      [
        `time,temp (°C),on,note,"'+key"`,
        `${time(0)},20.5,true,"'=HYPERLINK(""http://x"")",-1`,
        `${time(1)},0,,plain,`,
        `${time(2)},-1,,-5,`,
        `${time(3)},-2,,"'-x",`,
        `${time(4)},-3,,"'@x",`,
        `${time(5)},-4,,"'\tx",`,
        `${time(6)},-5,,+1,`,
        `${time(7)},-6,,"a,""b""\r\nc",`,
        `${time(8)},-7,,\u0e01,`,
        `${time(9)},-8,,1e5,`,
        `${time(10)},-9,,"'=1",`,
        '',
      ].join('\r\n'),
    );
  });

  test('as JSON: values as they were sent', async () => {
    const response = await get(path(exported.espid, `export?${range}&format=json`), exported.accountId);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const points = response.json();
    expect(points).toHaveLength(11);
    expect(points[0]).toEqual({
      at: noon,
      values: { temp: 20.5, on: true, note: '=HYPERLINK("http://x")', '+key': -1 },
    });
  });

  test('as a workbook, and of chosen variables only', async () => {
    const response = await get(path(exported.espid, `export?${range}&format=xlsx&keys=temp,on`), exported.accountId);
    expect(response.headers['content-disposition']).toBe('attachment; filename="their-board.xlsx"');
    const sheet = strFromU8(unzipSync(response.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet.match(/<row>/g)).toHaveLength(12);
    expect(sheet).toContain('<c><v>20.5</v></c><c t="b"><v>1</v></c></row>');
    expect(sheet).not.toContain('HYPERLINK');
    const estimate = Number(response.headers[exportLengthHeader]);
    expect(Math.abs(estimate / response.rawPayload.length - 1)).toBeLessThan(0.1);
  });

  test('of what a chart shows has the means and extremes of its buckets', async () => {
    const visible = `export?${range}&format=csv&keys=temp&points=10`;
    const [titles, first] = (await get(path(exported.espid, visible), exported.accountId)).body.split('\r\n');
    expect(titles).toBe('time,temp (°C),temp min (°C),temp max (°C)');
    expect(first?.split(',').slice(1).map(Number)).toEqual([(20.5 - 45) / 11, -9, 20.5]);
  });

  test('of an empty range is an empty file of its kind', async () => {
    const nothing = `export?from=1&to=2&format=`;
    expect((await get(path(exported.espid, `${nothing}json`), exported.accountId)).json()).toEqual([]);
    expect((await get(path(exported.espid, `${nothing}csv`), exported.accountId)).body).toMatch(/^time,.*\r\n$/);
  });

  test('of more rows than are read at a time has each of them once', async () => {
    const board = mine;
    await Promise.all(
      Array.from({ length: 5000 }, (_, n) => bench.send(board, { n }, { at: noon + 200_000 + n }).stored),
    );
    const response = await get(path(board.espid, `export?from=${noon + 200_000}&to=${noon + 300_000}&format=json`));
    const numbers = response.json().map((point: { values: { n: number } }) => point.values.n);
    expect(numbers).toEqual(Array.from({ length: 5000 }, (_, n) => n));
  });

  test('ends in the middle when the right to the device does', async () => {
    viewsLeft = 2;
    const all = get(path(mine.espid, `export?from=${noon + 200_000}&to=${noon + 300_000}&format=csv`));
    const text = await all.then(({ body }) => body).catch(() => '');
    viewsLeft = Number.POSITIVE_INFINITY;
    expect(text.split('\r\n').length).toBeLessThan(4_500);
  });
});

describe('export of several devices', () => {
  const start = noon + 1_000_000;
  const both = (rest: string, account = mine.accountId) =>
    get(
      `/api/telemetry/export?from=${start}&to=${start + 100_000}&of=${encodeURIComponent(mine.espid)}:temp&of=${theirs.espid}&${rest}`,
      account,
    );
  const time = (ms: number) => new Date(start + ms).toISOString();

  beforeAll(async () => {
    guests.add(mine.accountId);
    for (const at of [0, 2_000]) await bench.send(mine, { temp: at / 1000, n: 7 }, { at: start + at }).stored;
    for (const at of [1_000, 2_000]) await bench.send(theirs, { temp: 50, level: at }, { at: start + at }).stored;
    notes.push(
      { from: start, to: null, text: '=1+1', tone: 'note', author: null },
      { from: start + 5_000, to: start + 9_000, text: 'Pump off', tone: 'problem', author: 'ann@example.com' },
    );
  });

  test('as CSV is one table in order of time, and names whose each row is', async () => {
    const response = await both('format=csv');
    expect(response.headers['content-disposition']).toBe('attachment; filename="cyno-2-devices.csv"');
    const [titles = '', ...rows] = response.body.trim().split('\r\n');
    expect(titles).toBe(`time,device,temp (°C),on,note,"'+key",level (cm)`);
    const visible = rows.map((row) => row.split(',').filter((cell) => cell !== ''));
    expect(visible).toEqual([
      [time(0), 'Greenhouse: left/right', '0'],
      [time(1_000), 'Tank', '50', '1000'],
      [time(2_000), 'Greenhouse: left/right', '2'],
      [time(2_000), 'Tank', '50', '2000'],
    ]);
  });

  test('as a workbook has a sheet for each, and one of the notes', async () => {
    const response = await both('format=xlsx&zone=Asia/Bangkok');
    const files = unzipSync(response.rawPayload);
    const part = (name: string) => strFromU8(files[`xl/${name}.xml`] ?? new Uint8Array());
    const names = [...part('workbook').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['Greenhouse_ left_right', 'Tank', 'Notes']);
    expect(part('worksheets/sheet1').match(/<row>/g)).toHaveLength(3);
    expect(part('worksheets/sheet1')).not.toContain('level');
    expect(part('worksheets/sheet2')).toContain('<c><v>50</v></c>');
    const sheet = part('worksheets/sheet3');
    expect(sheet).toContain('from (Asia/Bangkok)');
    expect(sheet).toContain('>=1+1</t>');
    // Both ends of a span are dates, seven hours ahead.
    const days = [...sheet.matchAll(/<c s="1"><v>([\d.]+)<\/v>/g)].map(([, day]) => Number(day));
    const local = (at: number) => (at + 7 * 3_600_000) / 86_400_000 + 25_569;
    expect(days).toEqual([start, start + 5_000, start + 9_000].map(local));
    expect(sheet).toContain('ann@example.com');
    const estimate = Number(response.headers[exportLengthHeader]);
    expect(Math.abs(estimate / response.rawPayload.length - 1)).toBeLessThan(0.3);
  });

  test('as JSON has each with its points and notes', async () => {
    const { devices } = (await both('format=json')).json();
    expect(devices).toMatchObject([
      {
        espid: mine.espid,
        name: 'Greenhouse: left/right',
        points: [{ at: start, values: { temp: 0 } }, {}],
        notes: [],
      },
      { espid: theirs.espid, points: [{ values: { temp: 50, level: 1000 } }, {}], notes: [{ text: '=1+1' }, notes[1]] },
    ]);
  });

  test('of what a chart shows, and of the notes alone', async () => {
    const visible = (await both('format=csv&points=10')).body.trim().split('\r\n');
    expect(visible).toHaveLength(5);
    expect((await both('format=csv&content=notes')).body).toBe(
      [
        'from,to,device,kind,note,written by',
        `${time(0)},,Tank,note,"'=1+1",`,
        `${time(5_000)},${time(9_000)},Tank,problem,Pump off,ann@example.com`,
        '',
      ].join('\r\n'),
    );
    expect((await both('format=json&content=notes')).json().devices[0]).not.toHaveProperty('points');
  });

  test('of one has no column of the device', async () => {
    const url = `/api/telemetry/export?from=${start}&to=${start + 100_000}&of=${theirs.espid}:level&format=csv`;
    expect((await get(url)).body.split('\r\n')[0]).toBe('time,level (cm)');
  });

  test('is refused for a stranger’s device among them, for too many, and ends when a right does', async () => {
    guests.clear();
    expect((await both('format=csv')).statusCode).toBe(404);
    guests.add(mine.accountId);
    const many = Array.from({ length: 13 }, (_, n) => `of=board-${n}`).join('&');
    const refused = await get(`/api/telemetry/export?from=1&to=2&${many}`);
    expect([refused.statusCode, refused.json().error]).toEqual([
      400,
      'A file holds at most 12 devices, not 13. Save some in another file.',
    ]);
    // Two to begin, two for each piece.
    viewsLeft = 3;
    const text = await both('format=csv').then(
      ({ body }) => body,
      () => '',
    );
    viewsLeft = Number.POSITIVE_INFINITY;
    expect(text).not.toContain('Tank');
  });
});

test.each([
  ['an export', () => path(mine.espid, `export?${range}&format=xlsx`)],
  ['an export of several devices', () => `/api/telemetry/export?of=${encodeURIComponent(mine.espid)}&${range}`],
])('HEAD of %s makes no file', async (_, url) => {
  const made = [vi.spyOn(bench.telemetry.exports, 'file'), vi.spyOn(bench.telemetry.exports, 'fileOfSeveral')];
  const headers = { authorization: `Bearer ${mine.accountId}` };
  expect((await http.inject({ method: 'HEAD', url: url(), headers })).statusCode).toBe(404);
  for (const spy of made) expect(spy).not.toHaveBeenCalled();
});
