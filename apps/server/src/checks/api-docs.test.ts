import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Operation, operations } from '@cyno/contract/api';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
/** The routes that the description of the API shows, by method and path. */
const routes = new Map<string, RouteOptions>();

const noteRoute = (route: RouteOptions) => {
  if (!route.url.startsWith('/api/') || route.schema?.hide || route.method === 'HEAD') return;
  routes.set(`${route.method} ${route.url}`, route);
};

/** Fastify publishes each instance that it makes, before it has routes. */
const noteRoutes = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', noteRoute);
};

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes);
  server = await startTestServer();
  unsubscribe('fastify.initialization', noteRoutes);
});
afterAll(() => server.stop());

test('each route has an entry, and each entry has a route', () => {
  expect([...operations.keys()].sort()).toEqual([...routes.keys()].sort());
});

test('summaries are short phrases', () => {
  for (const [name, { summary }] of operations) expect(summary, name).toMatch(/^[A-Z].{2,59}[^.]$/);
});

/** What is wrong with the examples of routes, one sentence for each. */
function* problems(part: string, of: (operation: Operation, route: RouteOptions) => readonly [unknown, unknown]) {
  for (const [name, route] of routes) {
    const [schema, example] = of(operations.get(name) ?? { summary: '', schema: {} }, route);
    if (schema instanceof z.ZodType && !(schema instanceof z.ZodNull)) {
      const { error } = schema.safeParse(example);
      if (error) yield `${name}: its ${part}: ${z.prettifyError(error)}`;
    } else if (example !== undefined) yield `${name} has an example of its ${part}, but no schema`;
  }
}

/** The schema of the response when all goes well. */
function responseSchema({ schema }: RouteOptions): unknown {
  const responses = Object.entries((schema?.response ?? {}) as Record<string, unknown>);
  return responses.find(([status]) => status.startsWith('2'))?.[1];
}

describe('examples fit the schemas of their routes', () => {
  test.each<[string, Parameters<typeof problems>[1]]>([
    ['params', ({ example }, { schema }) => [schema?.params, example?.params]],
    ['query', ({ example }, { schema }) => [schema?.querystring, example?.query ?? (schema?.querystring && {})]],
    ['body', ({ example }, { schema }) => [schema?.body, example?.body]],
    ['response', ({ example }, route) => [responseSchema(route), example?.response]],
  ])('%s', (part, of) => {
    expect([...problems(part, of)]).toEqual([]);
  });
});

test('an operation in the document has its summary, its errors and its examples', async () => {
  const { body: document } = await server.api('GET', '/api/openapi.json');
  const operation = document.paths['/api/device-groups/{id}'].put;
  const entry = operations.get('PUT /api/device-groups/:id');
  expect(operation.summary).toBe(entry?.summary);
  expect(operation.parameters[0].example).toBe(entry?.example?.params?.id);
  expect(operation.requestBody.content['application/json'].example).toEqual(entry?.example?.body);
  expect(operation.responses['200'].content['application/json'].example).toEqual(entry?.example?.response);
  expect(operation.responses['404'].description).toContain(entry?.errors?.['404 not_found']);
  expect(operation.responses['401'].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Error',
  });
  expect(document.components.schemas.Error.properties).toHaveProperty('code');
  const { post: proved } = document.paths['/api/access-tokens'];
  expect(proved.responses['403'].description).toContain('`proof_needed`');
  const { get: open } = document.paths['/api/config'];
  expect(Object.keys(open.responses)).toEqual(['200', '429', '500', '503']);
});
