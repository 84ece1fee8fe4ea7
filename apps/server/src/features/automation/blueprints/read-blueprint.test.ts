import { readFile } from 'node:fs/promises';
import { type Blueprint, maxBlueprintBytes } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { builtIn } from './built-in.ts';
import { readBlueprint } from './read-blueprint.ts';

const inputs = [
  { id: 'device', kind: 'device', label: 'Board' },
  { id: 'fan', kind: 'output', label: 'Fan', device: 'device', mode: 'digit' },
  { id: 'time', kind: 'time', label: 'Time', default: 3_600 },
];
const definition = {
  kind: 'timer',
  at: { type: 'time', secondOfDay: { input: 'time' } },
  repeat: { type: 'daily' },
  action: { kind: 'output', pin: { input: 'fan' }, mode: 'digit', value: 1 },
};
const valid = {
  format: 'cyno-blueprint',
  version: 1,
  kind: 'automation',
  name: 'Fan',
  description: '',
  inputs,
  definition,
};
const read = (more: object = {}) => readBlueprint(JSON.stringify({ ...valid, ...more }));
const number = { id: 'limit', kind: 'number', label: 'Limit', default: 5 };
const nested = (depth: number): object => (depth === 0 ? {} : { action: nested(depth - 1) });

test('a valid one is returned as it is', () => {
  expect(read()).toEqual(valid);
});

test.each(builtIn)('$id, which comes with the product, is one', ({ blueprint }) => {
  expect(readBlueprint(JSON.stringify(blueprint))).toEqual(blueprint);
});

test('the one in the documentation is one', async () => {
  const page = new URL('../../../../../docs/content/using/blueprints.md', import.meta.url);
  const [, example = ''] = /```json\n(.*?)```/s.exec(await readFile(page, 'utf8')) ?? [];
  expect(readBlueprint(example).inputs.map(({ id }) => id)).toEqual(['device', 'heat', 'fan', 'warm']);
});

describe('each of these is refused with one sentence', () => {
  test.each<[string, string, string]>([
    ['nothing', '', 'the text is not JSON'],
    ['half a file', JSON.stringify(valid).slice(0, 80), 'the text is not JSON'],
    ['a list', '[]', 'This is no blueprint. Choose one'],
    ['null', 'null', 'This is no blueprint. Choose one'],
    ['a dashboard', '{"format":"cyno-dashboard","version":1}', 'This is no blueprint. Choose one'],
    ['more than 64 kB', JSON.stringify({ ...valid, x: 'ä'.repeat(maxBlueprintBytes / 2) }), 'larger than 64 kB'],
    ['a poisoned prototype', JSON.stringify(valid).replace('{', '{"__proto__":{"x":1},'), '"__proto__", which is not'],
    ['a huge number', JSON.stringify(valid).replace('3600', '1e999'), 'a number that is too large'],
    [
      '60,000 brackets',
      `{"format":"cyno-blueprint","version":1,"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      'too deeply',
    ],
  ])('%s', (_, text, sentence) => {
    expect(() => readBlueprint(text)).toThrow(sentence);
  });

  test.each<[string, object, string]>([
    ['a newer version', { version: 2 }, 'The blueprint has version 2, and this server reads version 1.'],
    ['no version', { version: 'new' }, 'damaged at "version"'],
    ['a field that nobody knows', { secret: 1 }, 'has a field "secret" that is not known'],
    ['a field of an input', { inputs: [{ ...inputs[0], x: 1 }] }, 'has a field "x" that is not known'],
    ['a field of the definition', { definition: { ...definition, wait: 5 } }, 'a field in its definition'],
    ['markup in its name', { name: '<img src=x onerror=alert(1)>' }, 'The part "name" of the blueprint has markup'],
    [
      'markup in a label',
      { inputs: [{ ...inputs[0], label: 'a</b>' }] },
      'The part "label" of the blueprint has markup',
    ],
    ['a constructor', { definition: { constructor: { prototype: {} } } }, '"constructor", which is not allowed'],
    ['a number of a trillion', { inputs: [...inputs, { ...number, default: 2e12 }] }, 'a number that is too large'],
    ['deep nesting', { definition: nested(20) }, 'too deeply'],
    ['41 inputs', { inputs: Array.from({ length: 41 }, () => inputs[0]) }, 'damaged at "inputs"'],
    ['two inputs of one id', { inputs: [...inputs, inputs[2]] }, 'two inputs with the same id'],
    ['an input of no device', { inputs: [inputs[0], { ...inputs[1], device: 'shed' }] }, 'a device that is no input'],
    ['an input without a device', { inputs: inputs.slice(1) }, 'of a device that is no input'],
    ['a placeholder of nothing', { inputs: inputs.slice(0, 2) }, 'has no input "time", but uses it'],
    ['a value outside of its range', { inputs: [...inputs, { ...number, max: 4 }] }, 'outside of its range'],
    [
      'a definition of nonsense',
      { definition: { ...definition, repeat: 'daily' } },
      'makes no sense at "definition.repeat"',
    ],
    [
      'an output of another device',
      {
        inputs: [
          ...inputs,
          { id: 'shed', kind: 'device', label: 'Shed' },
          { ...inputs[1], id: 'lamp', device: 'shed' },
        ],
      },
      'switches its own device',
    ],
    ['a scene without a definition', { kind: 'scene' }, 'The blueprint'],
    ['an unknown kind', { kind: 'alert' }, 'damaged at "kind"'],
  ])('%s', (_, more, sentence) => {
    expect(() => read(more)).toThrow(sentence);
  });
});

test('has at most one sentence for each', () => {
  const thrown = () => {
    try {
      return read({ kind: 'scene', x: '<b>' }) as Blueprint;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(thrown()).toBe('The part "x" of the blueprint has markup in it. Use plain text.');
});
