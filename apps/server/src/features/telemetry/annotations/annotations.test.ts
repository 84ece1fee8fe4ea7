import { annotation, annotationList } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = 'ESP32-D0WDQ6-100_a11074000001';
const noon = Date.UTC(2026, 0, 15, 12);
const hour = 3_600_000;
let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
let viewer: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  viewer = await server.signup('viewer@example.com');
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 3_600 });
});
afterAll(() => server.stop());

const path = `/api/device/${espid}/annotations`;
const write = (content: object) =>
  owner.api('POST', path, { from: noon, to: null, text: 'Filter changed', tone: 'note', ...content });
const list = async (from: number, to: number) => {
  const { body } = await owner.api('GET', `${path}?from=${from}&to=${to}`);
  return annotationList.parse(body).annotations;
};
const textsOf = async (from: number, to: number) => (await list(from, to)).map(({ text }) => text);

describe('notes', () => {
  it('are in each range that they touch, oldest first, with who wrote them and when', async () => {
    const begunAt = Date.now();
    const written = await write({ from: noon - 3 * hour, to: noon - hour, text: '  Door open  ', tone: 'warning' });
    expect(written.status).toBe(201);
    expect(annotation.parse(written.body)).toMatchObject({ text: 'Door open', author: owner.email, changedAt: null });
    expect(written.body.createdAt).toBeGreaterThanOrEqual(begunAt);
    expect(written.body.createdAt).toBeLessThanOrEqual(Date.now());
    await write({ text: 'Watered' });
    expect(await textsOf(noon - hour, noon + 1)).toEqual(['Door open', 'Watered']);
    expect(await textsOf(noon - 2 * hour, noon)).toEqual(['Door open']);
    expect(await textsOf(noon - 4 * hour, noon - 3 * hour)).toEqual([]);
    expect(await textsOf(noon + 1, noon + hour)).toEqual([]);
  });

  it('can be changed, deleted, and restored as they were', async () => {
    const { body } = await write({ from: noon + 5 * hour, text: 'Pump off' });
    const own = `${path}/${body.id}`;
    const content = { from: noon + 5 * hour, to: noon + 6 * hour, text: 'Pump off for an hour', tone: 'problem' };
    const changed = await owner.api('PUT', own, content);
    expect(changed.body).toMatchObject({ ...content, author: owner.email, createdAt: body.createdAt });
    expect(changed.body.changedAt).toBeGreaterThanOrEqual(body.createdAt);
    expect((await owner.api('DELETE', own)).status).toBe(204);
    expect(await textsOf(noon + 5 * hour, noon + 6 * hour)).toEqual([]);
    expect((await owner.api('PUT', own, content)).status).toBe(404);
    expect((await owner.api('POST', `${own}/restore`)).body).toEqual(changed.body);
    expect((await owner.api('POST', `${own}/restore`)).status).toBe(404);
    expect(await textsOf(noon + 5 * hour, noon + 6 * hour)).toEqual(['Pump off for an hour']);
  });

  it.each([
    ['no text', { text: '  ' }],
    ['a long text', { text: 'x'.repeat(201) }],
    ['two lines', { text: 'a\nb' }],
    ['an end before the start', { to: noon - 1 }],
    ['an end at the start', { to: noon }],
    ['a colour that there is not', { tone: 'pink' }],
    ['an instant that no calendar has', { from: 9e15 }],
  ])('with %s are refused', async (_, content) => {
    expect((await write(content)).status).toBe(400);
  });

  it('notify open pages, which then fetch them again', async () => {
    const page = await LiveSocket.open(server.http, owner.token, [espid]);
    await write({ text: 'Seen elsewhere' });
    expect(await page.next('annotations')).toEqual({ type: 'annotations', espid });
    page.socket.close();
  });

  it('show people who may only view that somebody wrote them, and not who', async () => {
    await write({ from: noon + 8 * hour, text: 'For all' });
    await owner.api('POST', `/api/device/${espid}/shares`, { email: viewer.email, role: 'operator', expiresAt: null });
    const [offer] = (await viewer.api('GET', '/api/offers')).body.offers;
    await viewer.api('POST', `/api/offers/${offer.id}/accept`);
    const { body } = await viewer.api('GET', `${path}?from=${noon + 8 * hour}&to=${noon + 9 * hour}`);
    expect(body.annotations).toMatchObject([{ text: 'For all', author: null }]);
    expect(await list(noon + 8 * hour, noon + 9 * hour)).toMatchObject([{ author: owner.email }]);
  });

  it('of another account cannot be reached', async () => {
    const { body } = await write({ text: 'Mine' });
    for (const [method, rest, content] of [
      ['GET', `?from=0&to=${noon}`],
      ['POST', '', { from: noon, to: null, text: 'Theirs', tone: 'note' }],
      ['PUT', `/${body.id}`, { from: noon, to: null, text: 'Theirs', tone: 'note' }],
      ['DELETE', `/${body.id}`],
      ['POST', `/${body.id}/restore`],
    ] as const) {
      expect((await stranger.api(method, path + rest, content)).status, `${method} ${rest}`).toBe(404);
    }
    expect(await textsOf(noon, noon + 1)).toContain('Mine');
  });
});

it('have room for another one when one of five thousand was deleted', async () => {
  await server.database.pool.query(
    `INSERT INTO annotations (device_id, from_at, text, tone, created_at)
     SELECT id, n, 'Old', 'note', 0 FROM devices, generate_series(1, 5000) AS n WHERE espid = $1`,
    [espid],
  );
  expect((await write({})).status).toBe(409);
  const { rows } = await server.database.pool.query<{ notes: number }>(
    `SELECT count(*) AS notes FROM annotations JOIN devices ON devices.id = device_id
     WHERE espid = $1 AND annotations.deleted_at IS NULL`,
    [espid],
  );
  const tooMany = (rows[0]?.notes ?? 0) - 4_999;
  await server.database.pool.query('UPDATE annotations SET deleted_at = $1 WHERE from_at <= $2', [Date.now(), tooMany]);
  expect((await write({})).status).toBe(201);
  expect((await write({})).status).toBe(409);
});
