import type { ControlState, Device, DeviceVariable } from '@cyno/contract';
import { widgetContent } from '@cyno/contract';
import { expect, test } from 'vitest';
import { variableOf } from '../../../../../test/devices.ts';
import { widgetGroups, widgetKinds } from '../widgets/widget-kinds.ts';
import { contentProblem } from './content-problem.ts';
import { kindsWith } from './kind-texts.ts';
import { newContent } from './new-content.ts';

const variable = (key: string, value: DeviceVariable['value'], unit = '') => variableOf(key, { value, unit });
const deviceWith = (variables: DeviceVariable[]) => ({ variables }) as Device;
const full = deviceWith([
  ...[variable('temp', 20, '°C'), variable('energy', 5, 'kWh'), variable('vbat', 12.6, 'V'), variable('mode', 'auto')],
  ...[variable('lat', 13.7), variable('lon', 100.5), variable('winddir', 90, '°'), variable('wind', 3, 'm/s')],
  ...[variable('door', true), variable('temp2', 22, '°C')],
]);
const control: ControlState = {
  pins: [],
  commands: [],
  outputs: [],
  events: [
    {
      name: 'say',
      label: null,
      widget: 'text',
      min: null,
      max: null,
      step: null,
      choices: [],
      locked: false,
      momentary: false,
      wanted: null,
      reported: null,
      reportedAt: null,
      changedBy: null,
    } as const,
  ],
};
const all = kindsWith('');
/** What only its owner can know. */
const requested = ['image', 'camera', 'frame', 'scene'];

test.each(all)('a new %s is whole as soon as it is chosen', (type) => {
  const content = newContent(type, { device: full, control });
  if (requested.includes(type)) expect(contentProblem(content)).toMatch(/https|Choose a scene/);
  else {
    expect(contentProblem(content)).toBeNull();
    expect(widgetContent.safeParse(content).error).toBeUndefined();
  }
});

test.each(all)('a new %s of a board that has sent nothing reports what is missing, if anything', (type) => {
  expect(() => contentProblem(newContent(type, { device: deviceWith([]), control: undefined }))).not.toThrow();
});

test('new ones take what they are made for', () => {
  const of = (type: Parameters<typeof newContent>[0]) => newContent(type, { device: full, control });
  expect(of('battery')).toMatchObject({ key: 'vbat', chemistry: 'lead', cells: 6 });
  expect(newContent('battery', { device: deviceWith([variable('bat', 3.57)]), control })).toMatchObject({
    chemistry: 'lithium',
  });
  expect(newContent('battery', { device: deviceWith([variable('bat', 57, '%')]), control })).toMatchObject({
    chemistry: 'percent',
  });
  expect(of('bars')).toMatchObject({ key: 'energy', figure: 'rise' });
  expect(of('compass')).toMatchObject({ keys: ['winddir', 'wind'] });
  expect(of('map')).toMatchObject({ keys: ['lat', 'lon'] });
  expect(of('states')).toMatchObject({ keys: ['mode'] });
  expect(of('led')).toMatchObject({ key: 'door' });
  expect(of('pie')).toMatchObject({ shares: 'values', keys: ['temp', 'temp2'] });
  expect(of('terminal')).toMatchObject({ keys: ['mode'], target: { kind: 'event', name: 'say' } });
});

test('every kind stands in a group, and is found by its terms', () => {
  const groups = new Set(widgetGroups);
  for (const type of all) expect(groups.has(widgetKinds[type].group), type).toBe(true);
  expect(kindsWith('wind rose')).toEqual(['compass']);
  expect(kindsWith('nothing like it')).toEqual([]);
});

test('new ones take what no other widget of the device has yet, as long as there is something', () => {
  const fields = deviceWith([variable('temp', 20, '°C'), variable('humid', 50, '%')]);
  const temperature = newContent('gauge', { device: fields, control });
  expect(temperature).toMatchObject({ key: 'temp' });
  const humidity = newContent('gauge', { device: fields, control, others: [temperature] });
  expect(humidity).toMatchObject({ key: 'humid' });
  expect(newContent('value', { device: fields, control, others: [temperature, humidity] })).toMatchObject({
    key: 'temp',
  });

  const output = (pin: string) => ({ pin, mode: 'digit', name: null }) as ControlState['outputs'][number];
  const outputs = { ...control, outputs: [output('D1'), output('D2')] };
  const first = newContent('switch', { device: fields, control: outputs });
  expect(first).toMatchObject({ target: { kind: 'output', pin: 'D1' } });
  const second = newContent('switch', { device: fields, control: outputs, others: [first] });
  expect(second).toMatchObject({ target: { kind: 'output', pin: 'D2' } });
});
