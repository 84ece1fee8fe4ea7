import { expect, test } from 'vitest';
import { amountOf } from './integral.ts';

test.each([
  ['W', 1500, { value: 1.5, unit: 'kWh' }],
  ['kW', 2, { value: 2, unit: 'kWh' }],
  ['L/min', 2, { value: 120, unit: 'L' }],
  ['m³/h', 3, { value: 3, unit: 'm³' }],
  ['m/s', 1, { value: 3600, unit: 'm' }],
  ['mA', 5, { value: 5, unit: 'mAh' }],
  ['°C', 5, null],
  ['', 5, null],
])('%s', (unit, integral, amount) => expect(amountOf(unit, integral)).toEqual(amount));
