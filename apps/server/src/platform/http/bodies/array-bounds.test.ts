import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ArrayBound, arrayBoundOf, findArrayExcess, unboundedArrays } from './array-bounds.ts';

const pins = z.array(z.object({ pin: z.string(), tags: z.array(z.string()).max(2) })).max(3);

const excessOf = (schema: z.ZodType, value: unknown) => findArrayExcess(value, arrayBoundOf(schema) as ArrayBound);

test.each([
  ['a list', z.array(z.string()).max(1), ['a', 'b'], '', 'At most 1 entries.'],
  ['a field', z.object({ pins }), { pins: [{}, {}, {}, {}] }, 'pins', 'At most 3 entries.'],
  ['a list in a list', z.object({ pins }), { pins: [{}, { tags: [1, 2, 3] }] }, 'pins.1.tags', 'At most 2 entries.'],
  ['what may be left out', z.object({ pins: pins.nullable().optional() }), { pins: [1, 2, 3, 4] }, 'pins', undefined],
  ['what has a default', z.object({ pins: pins.default([]) }), { pins: [1, 2, 3, 4] }, 'pins', undefined],
  ['what is refined', z.object({ pins: pins.refine(() => true) }).refine(() => true), { pins: [1, 2, 3, 4] }, 'pins'],
  ['what becomes something else', z.object({ pins: pins.transform(() => 1) }), { pins: [1, 2, 3, 4] }, 'pins'],
  ['values of any name', z.record(z.string(), pins), { constructor: [1, 2, 3, 4] }, 'constructor'],
  [
    'an option of several',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b'), pins })]),
    { kind: 'b', pins: [1, 2, 3, 4] },
    'pins',
  ],
  ['a list or a sign', z.union([z.literal('*'), z.array(z.string()).max(1)]), ['a', 'b'], ''],
  ['a list with a sentence', z.array(z.string()).max(1, 'One is enough.'), ['a', 'b'], '', 'One is enough.'],
])('finds what is too long in %s', (_, schema, value, path, sentence?: string) => {
  expect(excessOf(schema, value)).toEqual({ path, sentence: sentence ?? expect.any(String) });
});

test.each([
  ['as many as allowed', z.object({ pins }), { pins: [{ tags: [1, 2] }, {}, {}] }],
  ['something else in its place', z.object({ pins }), { pins: { length: 9 } }],
  ['an option that allows more', z.union([z.array(z.string()).max(1), z.array(z.string()).max(3)]), ['a', 'b', 'c']],
  ['a field of the prototype', z.object({ pins }), Object.create({ pins: [1, 2, 3, 4] })],
  ['nothing', z.object({ pins }), null],
])('lets through %s', (_, schema, value) => {
  expect(excessOf(schema, value)).toBeUndefined();
});

test('looks for nothing where no array is allowed', () => {
  expect(arrayBoundOf(z.object({ name: z.string(), place: z.object({ x: z.number() }) }))).toBeUndefined();
});

test('names the arrays that may have any length', () => {
  const schema = z.object({
    pins,
    ids: z.array(z.string()),
    rows: z.array(z.object({ cells: z.array(z.any()) })).max(2),
  });
  expect(unboundedArrays(arrayBoundOf(schema) as ArrayBound)).toEqual(['ids', 'rows.*.cells']);
});

test('comes to an end with a schema that holds itself', () => {
  const tree = z.object({
    get leaves() {
      return z.array(tree).max(2);
    },
  });
  expect(excessOf(tree, { leaves: [{ leaves: [{}, {}, {}] }] })).toMatchObject({ path: 'leaves.0.leaves' });
});
