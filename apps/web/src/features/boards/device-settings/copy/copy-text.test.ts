import type { CopiedPart, Device, DeviceVariable } from '@cyno/contract';
import { expect, test } from 'vitest';
import { variableOf } from '../../../../../test/devices.ts';
import { overwrittenText, partText } from './copy-text.ts';

const variable = (key: string, label: string, range: DeviceVariable['range'] = null) =>
  variableOf(key, { label, range });
// Nothing else of a device counts here.
const device = (variables: DeviceVariable[], tags: string[]) => ({ variables, tags }) as Device;
const parts = (...chosen: CopiedPart[]) => new Set(chosen);

test('names the display settings and tags that are lost, and nothing that stays', () => {
  const from = device(
    [variable('t', 'Sea'), variable('h', 'Air', { min: 0, max: 1 }), variable('same', 'Same')],
    ['A'],
  );
  const to = device(
    [variable('t', 'Lake'), variable('h', 'Air'), variable('same', 'Same'), variable('own', 'Own')],
    ['A', 'B', 'C'],
  );
  expect(overwrittenText(from, to, parts('variables', 'tags'))).toBe(
    'Replaces appearance: Lake and Air; tags: B and C',
  );
  expect(overwrittenText(from, to, parts('variables'))).toBe('Replaces appearance: Lake and Air');
  expect(overwrittenText(from, to, parts('outputs', 'events'))).toBeNull();
  expect(overwrittenText(from, from, parts('variables', 'tags'))).toBeNull();
});

test('counts as text', () => {
  expect(partText('variables', 1)).toBe('Appearance of 1 variable');
  expect(partText('variables', 4)).toBe('Appearance of 4 variables');
  expect(partText('outputs', 1)).toBe('1 output');
  expect(partText('tags', 3)).toBe('3 tags');
  expect(partText('calibrations', 1)).toBe('1 calibration');
  expect(partText('retention', 2)).toBe('2 variables');
});
