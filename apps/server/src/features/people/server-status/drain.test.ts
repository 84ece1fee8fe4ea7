import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createHttp, type Http } from '../../../platform/http/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import type { Audit } from '../admin/index.ts';
import { systemRoutes } from './system.routes.ts';
import { System, type SystemDeps } from './system.service.ts';

const ann = { id: 1, email: 'ann@example.com', member: 'admin', timeZone: null } as const;
/** Whether each linked server is drained. */
let linked: Map<string, boolean>;
const record = vi.fn<Audit['record']>();
let http: Http;

beforeEach(async () => {
  record.mockReset();
  linked = new Map([['barn-2', false]]);
  const cluster = { drain: (name: string, drain: boolean) => linked.has(name) && linked.set(name, drain).has(name) };
  const deps = { config: { serverName: 'barn-1' }, cluster, database: {} };
  const system = new System(deps as unknown as SystemDeps);
  http = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    authenticate: async () => ({ ...ann, sessionId: 1, provedAt: Date.now(), tokenScope: null }),
  });
  systemRoutes(http, { system, bundle: {} as never, audit: { record }, clock: systemClock, downloads: {} as never });
});
afterEach(() => http.close());

async function drain(name: string, body: object) {
  const response = await http.inject({
    method: 'POST',
    url: `/api/admin/system/servers/${name}/drain`,
    headers: { authorization: 'Bearer good' },
    payload: body,
  });
  return { status: response.statusCode, body: response.json() };
}

test('a linked server is drained, and takes clients again; both are in the audit log', async () => {
  expect(await drain('barn-2', { drained: true })).toEqual({
    status: 202,
    body: { message: 'Its boards and pages move to the other servers.' },
  });
  expect(linked.get('barn-2')).toBe(true);
  expect((await drain('barn-2', { drained: false })).status).toBe(202);
  expect(linked.get('barn-2')).toBe(false);
  expect(record.mock.calls.map(([{ action, details }]) => [action, details])).toEqual([
    ['server.drained', { server: 'barn-2' }],
    ['server.undrained', { server: 'barn-2' }],
  ]);
});

test('one that is not linked, and the one that serves, are not', async () => {
  expect(await drain('barn-3', { drained: true })).toMatchObject({
    status: 404,
    body: { reason: 'server_not_linked', values: { server: 'barn-3' } },
  });
  expect(await drain('barn-1', { drained: true })).toMatchObject({
    status: 409,
    body: { reason: 'server_serves', values: { server: 'barn-1' } },
  });
  expect((await drain('barn-2', {})).status).toBe(400);
  expect(record).not.toHaveBeenCalled();
});
