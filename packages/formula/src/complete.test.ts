import { expect, test } from 'vitest';
import { completeFormula } from './complete.ts';

const variables = [
  { key: 'temp', label: 'Temperature', unit: '°C' },
  { key: 'humid', label: 'Humidity', unit: '%' },
  { key: 'pm2.5', label: 'pm2.5', unit: 'µg/m³' },
];
const devices = [
  { espid: 'TANK-2', name: 'Rain tank', variables: [{ key: 'level', label: 'Level', unit: 'cm' }] },
  { espid: 'PUMP-9', name: 'Pump', variables: [] },
];
const known = { variables, devices };
/** What is proposed at `|`. */
function at(text: string): string[] {
  const caret = text.indexOf('|');
  return completeFormula(text.replace('|', ''), caret, known).options.map(({ label }) => label);
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
  ['value("te|', ['temp']],
  ['temp + rain|', ['Rain tank']],
  ['tank-2|', []],
  ['value("tank|', ['Rain tank']],
  ['value("PU|', ['Pump']],
  ['value("TANK-2", "|', ['level']],
  ['value("TANK-2", "lev|', ['level']],
  ['value("PUMP-9", "|', []],
  ['value("UNKNOWN", "|', []],
  ['value("TANK-2", "level")|', []],
  ['avg(temp, 10m|', []],
  ['nothing|', []],
])('%s', (text, labels) => {
  expect(at(text)).toEqual(labels);
});

test('a name with special characters is inserted as a text', () => {
  const { start, options } = completeFormula('1 + pm', 6, known);
  expect(start).toBe(4);
  expect(options).toEqual([{ insert: 'value("pm2.5")', label: 'pm2.5', detail: 'µg/m³' }]);
});

test('another device is proposed by its name and inserted by its id, and then its variables', () => {
  const begun = completeFormula('1 + rain', 8, known);
  expect(begun).toEqual({
    start: 4,
    options: [{ insert: 'value("TANK-2", "', label: 'Rain tank', detail: 'Device TANK-2' }],
  });
  const text = '1 + value("TANK-2", "';
  expect(completeFormula(text, text.length, known)).toEqual({
    start: text.length,
    options: [{ insert: 'level")', label: 'level', detail: 'Level, cm' }],
  });
  const closed = completeFormula('value("rai")', 10, known);
  expect(closed).toEqual({ start: 7, options: [{ insert: 'TANK-2', label: 'Rain tank', detail: 'Device TANK-2' }] });
});
