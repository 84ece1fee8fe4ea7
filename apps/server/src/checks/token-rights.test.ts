import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinServer, type TestUser } from '../../test/server.ts';

/** What an access token with the scope `control` may do besides what is about one device; a route without a line here fails. */
const tokenMay = [
  'GET /api/alert-rules',
  'POST /api/alert-rules',
  'POST /api/alert-rules/dry-run',
  'PUT /api/alert-rules/{id}',
  'PATCH /api/alert-rules/{id}',
  'DELETE /api/alert-rules/{id}',
  'POST /api/alert-rules/{id}/mute',
  'POST /api/alert-rules/{id}/restore',
  'GET /api/alerts',
  'POST /api/alerts/acknowledge',
  'GET /api/alerts/csv',
  'POST /api/alerts/mute',
  'GET /api/alerts/{id}',
  'GET /api/auth/session',
  'GET /api/claims',
  'GET /api/dashboard-templates',
  'GET /api/dashboards',
  'POST /api/dashboards',
  'GET /api/dashboards/{id}',
  'PUT /api/dashboards/{id}',
  'DELETE /api/dashboards/{id}',
  'POST /api/dashboards/{id}/leave',
  'GET /api/dashboards/{id}/links',
  'DELETE /api/dashboards/{id}/links/{linkId}',
  'GET /api/dashboards/{id}/shares',
  'DELETE /api/dashboards/{id}/shares/{share}',
  'GET /api/dashboards/{id}/shown',
  'GET /api/dashboards/{id}/shown/alerts',
  'POST /api/dashboards/{id}/shown/commands',
  'GET /api/dashboards/{id}/shown/control',
  'GET /api/dashboards/{id}/shown/history',
  'GET /api/dashboards/{id}/shown/past',
  'GET /api/dashboards/{id}/shown/switched',
  'GET /api/dashboards/{id}/shown/values',
  'GET /api/dashboards/{id}/versions',
  'POST /api/dashboards/{id}/versions/{version}/restore',
  'GET /api/device-groups',
  'POST /api/device-groups',
  'POST /api/device-groups/order',
  'PUT /api/device-groups/{id}',
  'DELETE /api/device-groups/{id}',
  'GET /api/device-views',
  'POST /api/device-views',
  'PUT /api/device-views/{id}',
  'DELETE /api/device-views/{id}',
  'GET /api/device-list',
  'GET /api/device/',
  'POST /api/device/bulk',
  'GET /api/device/shared',
  'POST /api/device/update-order/',
  'GET /api/firmware/images',
  'POST /api/firmware/images',
  'PATCH /api/firmware/images/{id}',
  'DELETE /api/firmware/images/{id}',
  'GET /api/firmware/rollouts',
  'POST /api/firmware/rollouts',
  'POST /api/firmware/rollouts/{id}/stop',
  'GET /api/maintenance',
  'POST /api/maintenance',
  'DELETE /api/maintenance/{id}',
  'POST /api/maintenance/{id}/end',
  'GET /api/offers',
  'GET /api/plan',
  'GET /api/profile',
  'GET /api/projects',
  'POST /api/projects',
  'GET /api/projects/{id}',
  'PUT /api/projects/{id}',
  'PATCH /api/projects/{id}',
  'DELETE /api/projects/{id}',
  'POST /api/projects/{id}/duplicate',
  'GET /api/projects/{id}/difference',
  'GET /api/blueprints',
  'POST /api/blueprints/read',
  'POST /api/blueprints/fill',
  'POST /api/scenes/{id}/blueprint',
  'GET /api/dashboard-scenes/{id}',
  'POST /api/dashboard-scenes/{id}/run',
  'GET /api/scenes',
  'POST /api/scenes',
  'PUT /api/scenes/{id}',
  'DELETE /api/scenes/{id}',
  'POST /api/scenes/{id}/restore',
  'POST /api/scenes/{id}/run',
  'GET /api/sketches/catalog',
  'GET /api/stored-history',
  'GET /api/telemetry/export',
  'GET /api/telemetry/sparklines',
  'POST /api/virtual-board',
  'DELETE /api/virtual-board',
];

/** What is the owner's alone: the account, its ways in, its key, and whom it lets in. */
const sessionOnly = [
  'GET /api/access-tokens',
  'POST /api/access-tokens',
  'DELETE /api/access-tokens/{id}',
  'POST /api/auth/logout',
  'POST /api/auth/proof',
  'POST /api/auth/proof/passkey',
  'POST /api/auth/proof/passkey-options',
  'POST /api/auth/{provider}/link',
  'POST /api/claims',
  'DELETE /api/claims/{id}',
  'POST /api/claims/{id}/accept',
  'POST /api/claims/{id}/object',
  'POST /api/dashboards/{id}/confirm',
  'POST /api/dashboards/{id}/links',
  'POST /api/dashboards/{id}/restore',
  'PUT /api/dashboards/{id}/links/{linkId}',
  'POST /api/dashboards/{id}/shares',
  'PATCH /api/dashboards/{id}/shares/{share}',
  'GET /api/identities',
  'DELETE /api/identities/{id}',
  'POST /api/identities/{provider}/start',
  'GET /api/chats',
  'POST /api/chats/{service}/join',
  'GET /api/notifications/contacts',
  'POST /api/notifications/contacts',
  'PATCH /api/notifications/contacts/{id}',
  'DELETE /api/notifications/contacts/{id}',
  'POST /api/notifications/contacts/{id}/secret',
  'PUT /api/notifications/contacts/{id}/subscription',
  'POST /api/notifications/contacts/{id}/test',
  'POST /api/notifications/deliveries/{id}/send-again',
  'GET /api/notifications/messages',
  'PUT /api/notifications/named-by/{id}',
  'GET /api/notifications/people',
  'GET /api/notifications/policy',
  'PUT /api/notifications/policy',
  'GET /api/notifications/push-key',
  'POST /api/offers/{id}/accept',
  'POST /api/offers/{id}/decline',
  'GET /api/pairing',
  'POST /api/pairing/key/rotate',
  'POST /api/pairing/window',
  'POST /api/plan/active-devices',
  'POST /api/plan/checkout',
  'POST /api/plan/portal',
  'PATCH /api/profile',
  'POST /api/profile/delete',
  'POST /api/profile/email',
  'DELETE /api/profile/email',
  'GET /api/profile/export',
  'POST /api/profile/export',
  'POST /api/profile/export/link',
  'GET /api/profile/notification-addresses',
  'POST /api/profile/notification-addresses',
  'DELETE /api/profile/notification-addresses/{id}',
  'POST /api/profile/notification-addresses/{id}/resend',
  'POST /api/profile/password',
  'GET /api/profile/sessions',
  'DELETE /api/profile/sessions',
  'DELETE /api/profile/sessions/{id}',
  'GET /api/second-step',
  'POST /api/second-step/passkeys',
  'POST /api/second-step/passkeys/options',
  'PATCH /api/second-step/passkeys/{id}',
  'DELETE /api/second-step/passkeys/{id}',
  'POST /api/second-step/recovery-codes',
  'POST /api/second-step/totp',
  'DELETE /api/second-step/totp',
  'POST /api/second-step/totp/confirm',
  'POST /api/sketches/generate',
  'POST /api/sketches/zip',
];

/** Calls about one device that are the owner's alone. */
const sessionOnlyOfDevice = [
  'POST /api/device/{espid}/dashboard/confirm',
  'POST /api/device/{espid}/passes',
  'POST /api/device/{espid}/restore',
  'POST /api/device/{espid}/shares',
  'PATCH /api/device/{espid}/shares/{id}',
  'POST /api/device/{espid}/transfer',
];

interface Route {
  readonly name: string;
  readonly takesBody: boolean;
}

let server: Awaited<ReturnType<typeof joinServer>>;
let owner: TestUser;
let routes: Route[];

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  const { body } = await server.api('GET', '/api/openapi.json');
  routes = Object.entries<Record<string, { requestBody?: unknown; security?: unknown[] }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([verb, { requestBody, security }]) =>
        security?.length === 0 ? [] : [{ name: `${verb.toUpperCase()} ${path}`, takesBody: requestBody !== undefined }],
      ),
  );
});
afterAll(() => server.stop());

const refusals = /^(An access token may not do this|This access token may only read|Only administrators may do this)/;
const ofAdministrators = ({ name }: Route) => name.includes(' /api/admin/');
const ofDevice = ({ name }: Route) => name.includes('{espid}');
const isReading = (name: string) => name.startsWith('GET ');
const tokenOf = async (scope: 'read' | 'control'): Promise<string> =>
  (await owner.api('POST', '/api/access-tokens', { name: scope, scope, expiresInDays: 1 })).body.token;

/** The routes that refuse the token itself, whatever else they find; no response has the connection key. */
async function refused(token: string, among: readonly Route[]): Promise<string[]> {
  const key = await owner.connectionKey();
  const found: string[] = [];
  for (const { name, takesBody } of among) {
    const [method = '', path = ''] = name.split(' ');
    const filled = path.replaceAll(/\{(espid|provider)\}/g, 'oidc').replaceAll(/\{\w+\}/g, '2147483000');
    const { status, body } = await server.api(method, filled, takesBody ? {} : undefined, token);
    expect([name, JSON.stringify(body ?? '').includes(key)]).toEqual([name, false]);
    if (status === 403 && refusals.test(body.error)) found.push(name);
  }
  return found.sort();
}

test('each route is either for a token or for its owner alone', () => {
  const names = routes.filter((route) => !ofAdministrators(route) && !ofDevice(route)).map(({ name }) => name);
  expect(names.sort()).toEqual([...tokenMay, ...sessionOnly].sort());
});

describe('a token', () => {
  test('with the scope control does what is for tokens, and nothing else', async () => {
    const token = await tokenOf('control');
    const others = routes.filter((route) => !ofAdministrators(route) && !ofDevice(route));
    expect(await refused(token, others)).toEqual(sessionOnly.toSorted());
    expect(await refused(token, routes.filter(ofDevice))).toEqual(sessionOnlyOfDevice.toSorted());
  });

  test('with the scope read only reads', async () => {
    const changing = tokenMay.filter((name) => !isReading(name));
    const others = routes.filter((route) => !ofAdministrators(route) && !ofDevice(route));
    expect(await refused(await tokenOf('read'), others)).toEqual([...sessionOnly, ...changing].sort());
  });

  test('of an administrator is none of an administrator', async () => {
    const { body } = await server.admin.api('POST', '/api/access-tokens', {
      name: 'all',
      scope: 'control',
      expiresInDays: 1,
    });
    const among = routes.filter(ofAdministrators);
    expect(await refused(body.token, among)).toEqual(among.map(({ name }) => name).sort());
  });
});
