import { exportLengthHeader } from '@cyno/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../test/log.ts';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../test/telemetry.ts';
import { notFound } from '../../platform/errors.ts';
import { createHttp, type Http } from '../../platform/http/index.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { telemetryRoutes } from './telemetry.routes.ts';

type Owned = Awaited<ReturnType<TelemetryBench['addDevice']>>;
let bench: TelemetryBench;
let http: Http;
let mine: Owned;
let theirs: Owned;
/** After so many looks at a device nobody has the right to it any more. */
let looksLeft = Number.POSITIVE_INFINITY;

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
  telemetryRoutes(http, {
    telemetry: bench.telemetry,
    getDevice({ account, params }) {
      const device = devices.find((one) => one.accountId === account.id && one.espid === params.espid);
      looksLeft -= 1;
      if (!device || looksLeft < 0) throw notFound('device', params.espid);
      return device;
    },
    devicesOf: (accountId) => devices.filter((one) => one.accountId === accountId),
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
  const answer = await get(path(mine.espid, rest));
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
});

test('history answers what the contract says', async () => {
  await bench.send(mine, { temp: 20.5 }).stored;
  const answer = await get(path(mine.espid, `history?${range}`));
  expect(answer.json()).toEqual({
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
    const answer = await get(path(exported.espid, `export?${range}&format=csv`), exported.accountId);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="their-board.csv"');
    const time = (ms: number) => new Date(noon + ms).toISOString();
    expect(answer.body).toBe(
      [
        `time,temp (°C),on,note,'+key`,
        `${time(0)},20.5,true,"'=HYPERLINK(""http://x"")",-1`,
        `${time(1)},0,,plain,`,
        `${time(2)},-1,,-5,`,
        `${time(3)},-2,,'-x,`,
        `${time(4)},-3,,'@x,`,
        `${time(5)},-4,,'\tx,`,
        `${time(6)},-5,,+1,`,
        `${time(7)},-6,,"a,""b""\r\nc",`,
        `${time(8)},-7,,\u0e01,`,
        `${time(9)},-8,,1e5,`,
        `${time(10)},-9,,'=1,`,
        '',
      ].join('\r\n'),
    );
  });

  test('as JSON: values as they were sent', async () => {
    const answer = await get(path(exported.espid, `export?${range}&format=json`), exported.accountId);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const points = answer.json();
    expect(points).toHaveLength(11);
    expect(points[0]).toEqual({
      at: noon,
      values: { temp: 20.5, on: true, note: '=HYPERLINK("http://x")', '+key': -1 },
    });
  });

  test('as a workbook, and of chosen variables only', async () => {
    const answer = await get(path(exported.espid, `export?${range}&format=xlsx&keys=temp,on`), exported.accountId);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="their-board.xlsx"');
    const sheet = strFromU8(unzipSync(answer.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet.match(/<row>/g)).toHaveLength(12);
    expect(sheet).toContain('<c><v>20.5</v></c><c t="b"><v>1</v></c></row>');
    expect(sheet).not.toContain('HYPERLINK');
    const estimate = Number(answer.headers[exportLengthHeader]);
    expect(Math.abs(estimate / answer.rawPayload.length - 1)).toBeLessThan(0.1);
  });

  test('of what a chart shows has the means and extremes of its buckets', async () => {
    const shown = `export?${range}&format=csv&keys=temp&points=10`;
    const [titles, first] = (await get(path(exported.espid, shown), exported.accountId)).body.split('\r\n');
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
    const answer = await get(path(board.espid, `export?from=${noon + 200_000}&to=${noon + 300_000}&format=json`));
    const numbers = answer.json().map((point: { values: { n: number } }) => point.values.n);
    expect(numbers).toEqual(Array.from({ length: 5000 }, (_, n) => n));
  });

  test('ends in the middle when the right to the device does', async () => {
    looksLeft = 2;
    const all = get(path(mine.espid, `export?from=${noon + 200_000}&to=${noon + 300_000}&format=csv`));
    const text = await all.then(({ body }) => body).catch(() => '');
    looksLeft = Number.POSITIVE_INFINITY;
    expect(text.split('\r\n').length).toBeLessThan(4_500);
  });
});
