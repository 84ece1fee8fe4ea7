import type { DeviceVariable } from '@cyno/contract';
import { expect, test } from 'vitest';
import { fromVariables } from './from-variables.ts';

const variable = (key: string, label: string) => ({ key, label, unit: '°C', value: 20 }) as DeviceVariable;

test('a title that is too long ends with a whole character', () => {
  const { widgets } = fromVariables([variable('a', 'x'.repeat(37)), variable('b', '🌡 Air')]);
  expect(widgets.map(({ content }) => content.title)).toEqual(['x'.repeat(37), '🌡 Air', `${'x'.repeat(37)}, `]);
});
