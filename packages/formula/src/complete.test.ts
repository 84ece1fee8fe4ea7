import { expect, test } from 'vitest';
import { completeFormula } from './complete.ts';

const variables = [
  { key: 'temp', label: 'Temperature', unit: '°C' },
  { key: 'humid', label: 'Humidity', unit: '%' },
  { key: 'pm2.5', label: 'pm2.5', unit: 'µg/m³' },
];
/** What is proposed at `|`. */
function at(text: string): string[] {
  const caret = text.indexOf('|');
  return completeFormula(text.replace('|', ''), caret, variables).options.map(({ label }) => label);
}

test.each([
  ['|', ['temp', 'humid', 'pm2.5']],
  ['temp + |', ['temp', 'humid', 'pm2.5']],
  ['dewPoint(|', ['temp', 'humid', 'pm2.5']],
  ['hum|', ['humid', 'absoluteHumidity(temperature, humidity)']],
  ['dewP|', ['dewPoint(temperature, humidity)']],
  ['1 + av|', ['avg(a, b, …)', 'avg(x, duration)']],
  ['temp|', []],
  ['temp |', []],
  ['temp) |', []],
  ['value("te|', []],
  ['avg(temp, 10m|', []],
  ['nothing|', []],
])('%s', (text, labels) => {
  expect(at(text)).toEqual(labels);
});

test('a name with special characters is inserted as a text', () => {
  const { start, options } = completeFormula('1 + pm', 6, variables);
  expect(start).toBe(4);
  expect(options).toEqual([{ insert: 'value("pm2.5")', label: 'pm2.5', detail: 'µg/m³' }]);
});
