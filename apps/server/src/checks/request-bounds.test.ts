import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JoinedServer, joinServer, type TestUser } from '../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('bounds@example.com');
});
afterAll(() => server.stop());

const empties = (count: number) => Array.from({ length: count }, () => ({}));
const command = (pins: number) => ({ kind: 'io', device: '1', pins: empties(pins) });

test('85,000 empty pins of a stranger are not read', async () => {
  expect(await server.api('POST', '/api/public/dashboard/commands', command(85_000))).toMatchObject({
    status: 413,
    body: { code: 'too_large', error: 'The request is too large.', reason: 'request_too_large' },
  });
});

test('as many as fit a small body are counted before one of them is looked at', async () => {
  const { status, body } = await server.api('POST', '/api/public/dashboard/commands', command(400));
  expect(status).toBe(400);
  // Of each pin that was looked at there would be a field.
  expect(body.fields).toEqual({ pins: 'At most 1 entries.' });
});

test('transports of a passkey are counted as well', async () => {
  const response = { id: 'a', rawId: 'a', type: 'public-key', response: { transports: Array(4_000).fill('') } };
  const { status, body } = await owner.api('POST', '/api/second-step/passkeys', { ticket: 'a', name: 'Key', response });
  expect([status, Object.keys(body.fields)]).toEqual([400, ['response.response.transports']]);
});

test.each([
  ['a sign-up', 'POST', '/api/auth/signup', 9_000, 413],
  ['a profile', 'PATCH', '/api/profile', 60_000, 200],
  ['a profile that is no form any more', 'PATCH', '/api/profile', 66_000, 413],
  ['a dashboard with seven pictures', 'POST', '/api/dashboards', 500_000, 400],
  ['a dashboard that is no dashboard any more', 'POST', '/api/dashboards', 600_000, 413],
  ['an order of devices', 'POST', '/api/device/update-order/', 700_000, 400],
  ['several devices at once', 'POST', '/api/device/bulk', 70_000, 400],
])('%s (%s %s) with %d bytes is met with %d', async (_, method, path, bytes, status) => {
  expect((await owner.api(method, path, { text: 'x'.repeat(bytes) })).status).toBe(status);
});

test('a dashboard that is too large is refused with what to do', async () => {
  const reason = { reason: 'dashboard_too_large', values: { max: 512 } };
  const widgets = [{ text: 'x'.repeat(600_000) }];
  for (const [method, path] of [
    ['POST', '/api/dashboards'],
    ['PUT', '/api/dashboards/1'],
  ] as const)
    expect(await owner.api(method, path, { widgets })).toMatchObject({
      status: 413,
      body: { code: 'too_large', ...reason },
    });
});

test('the order of 10,000 devices is read', async () => {
  const devices = Array.from({ length: 10_000 }, (_, index) => ({ espid: `board-${index}`.padEnd(60, 'x') }));
  const { status, body } = await owner.api('POST', '/api/device/update-order/', { devices });
  expect([status, body.code]).toEqual([400, 'bad_request']);
  const more = await owner.api('POST', '/api/device/update-order/', {
    devices: [...devices, ...devices.slice(0, 500)],
  });
  expect([more.status, more.body.code]).toEqual([400, 'validation_failed']);
});
