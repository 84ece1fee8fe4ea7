import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveSocket } from '../../../../../test/live-socket.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../../test/server.ts';

let server: JoinedServer;
let user: TestUser;
const clients: MqttClient[] = [];
beforeAll(async () => {
  server = await joinServer();
  user = await server.signup('ann@example.com');
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await server.stop();
});

const createToken = async (scope = 'read'): Promise<{ id: number; token: string }> =>
  (await user.api('POST', '/api/access-tokens', { name: 'app', scope, expiresInDays: null })).body;

function connectApp(password: string): MqttClient {
  const client = mqtt.connect(server.mqtt ?? '', {
    clientId: 'my-app',
    username: user.email,
    password,
    reconnectPeriod: 0,
  });
  client.on('error', () => {});
  clients.push(client);
  return client;
}

const happens = (client: MqttClient, event: 'connect' | 'close' | 'error') =>
  new Promise<unknown>((resolve) => {
    client.once(event, resolve as () => void);
  });

test('a revoked access token cuts its MQTT session and its live connection, and opens neither again', async () => {
  const { id, token } = await createToken();
  const app = connectApp(token);
  await happens(app, 'connect');
  const live = await LiveSocket.open(server.http, token);
  const closed = Promise.all([happens(app, 'close'), live.whenClosed()]);
  expect((await user.api('DELETE', `/api/access-tokens/${id}`)).status).toBe(200);
  await closed;

  expect(await happens(connectApp(token), 'error')).toMatchObject({ code: 4 });
  await expect(LiveSocket.open(server.http, token)).rejects.toThrow('4401');
});

test('other tokens of the account continue', async () => {
  const [stored, revoked] = [await createToken('control'), await createToken()];
  const live = await LiveSocket.open(server.http, stored.token);
  await user.api('DELETE', `/api/access-tokens/${revoked.id}`);
  await user.api('POST', '/api/device/update-order/', { devices: [] });
  await live.next('devices');
  live.socket.close();
});

test('a new password ends every live connection of the account', async () => {
  const pages = await Promise.all([1, 2, 3].map(() => LiveSocket.open(server.http, user.token)));
  const { rows } = await server.database.pool.query('select id from accounts where email = $1', [user.email]);
  const { body } = await server.admin.api('POST', `/api/admin/users/${rows[0].id}/reset-link`);
  const token = body.link.split('#token=')[1];
  const response = await server.api('POST', '/api/auth/reset', { token, password: 'another-house-8' });
  expect(response.status).toBe(200);
  await Promise.all(pages.map((page) => page.next('ended')));
  expect((await user.api('GET', '/api/auth/session')).status).toBe(401);
});
