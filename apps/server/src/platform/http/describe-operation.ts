import { commonErrors, type Operation, type OperationErrors } from '@cyno/contract/api';
import type { RouteOptions } from 'fastify';

/** The parts of an operation of an OpenAPI document that its description adds to. */
export interface OpenApiOperation {
  parameters?: { name: string; example?: unknown }[];
  requestBody?: { content?: Record<string, { example?: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown; example?: unknown }> }>;
}

/** Adds the errors of a route, and the examples of its operation, to what was generated from its schemas. */
export function describeOperation(generated: OpenApiOperation, route: RouteOptions, operation?: Operation): void {
  const { params, query, body, response } = operation?.example ?? {};
  for (const parameter of generated.parameters ?? []) {
    const example = params?.[parameter.name] ?? query?.[parameter.name];
    if (example !== undefined) parameter.example = example;
  }
  addExample(generated.requestBody?.content, body);
  for (const successful of Object.values(generated.responses)) addExample(successful.content, response);
  Object.assign(generated.responses, errorResponses([...commonErrorsOf(route), operation?.errors ?? {}]));
}

function addExample(content: Record<string, { example?: unknown }> | undefined, example: unknown): void {
  const media = content?.['application/json'];
  if (media && example !== undefined) media.example = example;
}

/** The common errors that a route has by what it takes and needs. */
function* commonErrorsOf({ url, method, schema, config }: RouteOptions): Generator<OperationErrors> {
  if (schema?.body || schema?.params || schema?.querystring) yield commonErrors.input;
  if (schema?.body) yield commonErrors.body;
  if (method !== 'GET') yield commonErrors.change;
  if (config?.access !== 'public') {
    yield commonErrors.account;
    if (config?.needs) yield commonErrors.session;
    else if (method !== 'GET') yield commonErrors.controlScope;
    if (config?.needs === 'proof') yield commonErrors.proof;
    if (config?.access === 'admin') yield commonErrors.admin;
    if (url.startsWith('/api/device/:espid')) yield commonErrors.device;
  }
  yield commonErrors.every;
}

/** One response for each status: its codes, and when each of them comes. */
function errorResponses(all: readonly OperationErrors[]): OpenApiOperation['responses'] {
  const sentences = new Map<string, string[]>();
  for (const [key, sentence] of all.flatMap((errors) => Object.entries(errors))) {
    const [status = '', code] = key.split(' ');
    sentences.set(status, [...(sentences.get(status) ?? []), `- \`${code}\`: ${sentence}`]);
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...sentences].map(([status, lines]) => [status, { description: lines.join('\n'), content }]),
  );
}
