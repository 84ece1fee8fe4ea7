import { expect, it } from 'vitest';
import { chooseLanguage } from '../../../../lib/language/language.ts';
import { inLanguage, variableLabel } from './variable-label.ts';

const board = {
  name: 'Soil kit 1176',
  variables: [{ label: 'Temperature' }, { label: 'Tank behind the barn' }],
} as Parameters<typeof inLanguage>[0];

it('words what the server calls a variable, and leaves the names that people chose', async () => {
  expect(inLanguage(board)).toEqual(board);
  await chooseLanguage('th');
  expect(inLanguage(board).variables.map(({ label }) => label)).toEqual(['อุณหภูมิ', 'Tank behind the barn']);
  expect(inLanguage(board).name).toBe('ชุดวัดดิน 1176');
  expect(inLanguage(board)).toBe(inLanguage(board));
  expect(variableLabel('CO₂')).toBe('CO₂');
  await chooseLanguage('en');
  expect(inLanguage(board)).toEqual(board);
});
