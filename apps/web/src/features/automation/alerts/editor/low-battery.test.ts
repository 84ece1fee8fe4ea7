import { expect, it } from 'vitest';
import { variableOf } from '../../../../../test/devices.ts';
import { lowBatteryOf } from './low-battery.ts';

const of = (key: string, unit: string, value: number | string, label = key) =>
  lowBatteryOf([{ variables: [variableOf('temp'), variableOf(key, { unit, value, label })] }]);

it.each([
  ['bat', '%', 80, '20', '25'],
  ['Battery', '%', 80, '20', '25'],
  ['node_vbat', 'V', 3.9, '3.7', '3.8'],
  ['battery 2', 'V', 8.1, '7.4', '7.6'],
  ['batt', 'V', 12.7, '11.8', '12.2'],
])('takes %s in %s at %s for a battery', (key, unit, value, threshold, release) => {
  expect(of(key, unit, value)).toMatchObject({
    label: `${key} below ${threshold} ${unit}`,
    draft: { kind: 'limit', key, comparison: '<', limits: { threshold, release } },
  });
});

it('knows one by its label too', () => {
  expect(of('v1', 'V', 3.9, 'Battery of the pump')?.draft.key).toBe('v1');
});

it.each([
  ['humid', '%', 80],
  ['bath', '%', 80],
  ['combat', '%', 80],
  ['bat', 'mA', 80],
  ['mains_bat', 'V', 230],
  ['bat', '%', 'full'],
])('takes %s in %s at %s for none', (key, unit, value) => {
  expect(of(key, unit, value)).toBeNull();
});
