import { expect, test } from 'vitest';
import { calibrationText } from './calibrations.ts';

test.each([
  [{ offset: 0, scale: 1 }, '°C', null],
  [{ offset: 0.5, scale: 1 }, '°C', '+ 0.5 °C'],
  [{ offset: -1.5, scale: 2 }, '', '× 2 − 1.5'],
  [{ offset: 0, scale: -0.25 }, '%', '× −0.25'],
  [{ offset: -0.303643724696, scale: 1.01214574899 }, '°C', '× 1.01215 − 0.303644 °C'],
])('%j as text', (calibration, unit, text) => {
  expect(calibrationText(calibration, unit)).toBe(text);
});

test('what was set is shown with all of its digits where somebody works with it', () => {
  const calibration = { offset: -0.303643724696, scale: 1.01214574899 };
  expect(calibrationText(calibration, '°C', true)).toBe('× 1.01214574899 − 0.303643724696 °C');
});
