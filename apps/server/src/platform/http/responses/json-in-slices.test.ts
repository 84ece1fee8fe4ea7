import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isLargeJson, jsonInSlices } from './json-in-slices.ts';

const bySchema = (schema: z.ZodType) => serializerCompiler({ schema, method: 'GET', url: '/' });
const write = (value: unknown, schema: z.core.$ZodType | undefined) =>
  schema ? bySchema(schema as z.ZodType)(value) : JSON.stringify(value);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index / 7);
const device = z.object({
  espid: z.string(),
  note: z.string().optional(),
  variables: z.array(z.object({ key: z.string() })),
});
const devices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    espid: `board-${index}`,
    secret: 'not of the schema',
    variables: [{ key: '"quoted"', more: 1 }],
    ...(index % 2 === 0 && { note: 'é'.repeat(index % 100) }),
  }));

test.each([
  ['a long list', z.array(device), devices(3_000)],
  ['a list with a bound', z.array(device).min(1).max(5_000), devices(3_000)],
  ['a list in an object', z.object({ now: z.number(), devices: z.array(device) }), { now: 1, devices: devices(3_000) }],
  [
    'columns by name',
    z.object({
      times: z.array(z.number()),
      series: z.record(
        z.string(),
        z.object({ value: z.array(z.number().nullable()), min: z.array(z.number()).nullable() }),
      ),
    }),
    {
      times: numbers(9_000),
      series: { 'a "b"': { value: [null, ...numbers(9_000)], min: null }, c: { value: [], min: numbers(5_000) } },
    },
  ],
  [
    'what may be left out',
    z.object({ all: z.array(z.number()).optional(), a: z.string().optional() }),
    { all: numbers(9_000) },
  ],
  [
    'a schema with a rule of its own',
    z.object({ all: z.array(z.number()) }).refine(() => true),
    { all: numbers(9_000) },
  ],
  ['other fields than it names', z.looseObject({ all: z.array(z.number()) }), { all: numbers(9_000), more: 1 }],
  ['one long text', z.object({ text: z.string() }), { text: 'x'.repeat(400_000) }],
  [
    'an empty list beside a long one',
    z.object({ none: z.array(z.number()), all: z.array(z.number()) }),
    { none: [], all: numbers(9_000) },
  ],
])('%s is written as at once', async (_, schema, value) => {
  expect(isLargeJson(value)).toBe(true);
  expect(await jsonInSlices(value, schema, write)).toBe(bySchema(schema)(value));
});

test('without a schema everything is written as it is', async () => {
  const value = { devices: devices(3_000), at: new Date(0), nothing: undefined, deep: { list: [numbers(9_000)] } };
  expect(await jsonInSlices(value, undefined, write)).toBe(JSON.stringify(value));
});

test('a response that does not fit its schema is an error', async () => {
  const value = { all: [...numbers(9_000), 'a text'] };
  await expect(jsonInSlices(value, z.object({ all: z.array(z.number()) }), write)).rejects.toThrow();
});

test('others have their turn while it is written', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await jsonInSlices(devices(40_000), z.array(device), write);
  isDone = true;
  expect(turns).toBeGreaterThan(3);
});

test('small responses are written at once', () => {
  expect(isLargeJson({ devices: devices(100) })).toBe(false);
  expect(isLargeJson('x')).toBe(false);
  expect(isLargeJson(null)).toBe(false);
});
