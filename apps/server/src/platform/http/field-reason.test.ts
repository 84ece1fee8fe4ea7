import { globSync, readFileSync } from 'node:fs';
import { fieldReasonOf } from '@cyno/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldReason } from './field-reason.ts';

test.each([
  ['too long a text', z.string().max(3, 'At most 3 characters.'), 'four', { reason: 'too_long', values: { max: 3 } }],
  ['an empty text', z.string().min(1), '', { reason: 'required', values: {} }],
  [
    'an empty text with a sentence of its own',
    z.string().min(1, 'Type a name.'),
    '',
    { reason: 'enter_name', values: {} },
  ],

  ['no text', z.string(), undefined, { reason: 'required', values: {} }],
  [
    'too short a text',
    z.string().min(8, 'At least 8 characters.'),
    'four',
    { reason: 'too_short', values: { min: 8 } },
  ],
  ['a text for a number', z.number(), '1', { reason: 'not_number', values: {} }],
  ['a fraction', z.number().int(), 1.5, { reason: 'not_whole', values: {} }],
  ['too large a number', z.number().max(5), 6, { reason: 'number_too_large', values: { max: 5 } }],
  ['a number at an open end', z.number().gt(0), 0, { reason: 'above', values: { min: 0 } }],
  ['too many', z.array(z.string()).max(1, 'At most 1 device.'), ['a', 'b'], { reason: 'too_many', values: { max: 1 } }],
  ['none of the list', z.enum(['a', 'b']), 'c', { reason: 'not_option', values: {} }],
  ['no address', z.email(), 'x', { reason: 'not_email', values: {} }],
  ['a sentence that no reason says', z.string().regex(/^a/, 'Begin with the letter a.'), 'b', undefined],
])('finds the reason for %s', (_what, schema: z.ZodType, value, reason) => {
  const {
    path: _,
    code: keyword,
    message,
    ...params
  } = schema.safeParse(value).error?.issues[0] ?? expect.unreachable();
  expect(fieldReason({ keyword, message, params })).toEqual(reason);
});

test('each sentence that has a reason stands in a schema', () => {
  const cwd = new URL('../../../../../packages/contract/src', import.meta.url);
  const files = globSync('**/*.ts', { cwd }).filter((file) => file !== 'field-reasons.ts');
  const schemas = files.map((file) => readFileSync(`${cwd.pathname}/${file}`, 'utf8')).join('\n');
  expect(Object.keys(fieldReasonOf).filter((sentence) => !schemas.includes(`'${sentence}'`))).toEqual([]);
});
