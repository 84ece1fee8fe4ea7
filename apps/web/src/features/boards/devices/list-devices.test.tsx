import { expect, test } from 'vitest';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { stubApi } from '../../../../test/stub-api.ts';
import { listDevices, listFirstDevices } from './list-devices.ts';

const { signal } = new AbortController();
const temperatureOf = (value: number) => variableOf('temp', { label: 'Temperature', value });
const makeDevices = (count: number, value = 21) =>
  Array.from({ length: count }, (_, order) =>
    deviceOf({ espid: `ESP32-1_${order}`, order, tags: ['north'], variables: [temperatureOf(value)] }),
  );

test('a list that is as it was stays the same, and of another one each device that is as it was', async () => {
  let sent = makeDevices(3);
  stubApi({ 'GET /api/device/': () => sent });
  const first = await listDevices(signal, () => undefined);
  expect(first).toEqual(sent);
  expect(await listDevices(signal, () => first)).toBe(first);

  sent = sent.map((device) => (device.order === 1 ? { ...device, variables: [temperatureOf(22)] } : device));
  const changed = await listDevices(signal, () => first);
  expect(changed).toEqual(sent);
  expect(changed.map((device, place) => device === first[place])).toEqual([true, false, true]);

  sent = sent.slice(1);
  const shorter = await listDevices(signal, () => changed);
  expect(shorter).toEqual(sent);
  expect(shorter[0]).toBe(changed[1]);
  sent = sent.toReversed();
  expect(await listDevices(signal, () => shorter)).toEqual(sent);
});

test('the first devices come with how many there are', async () => {
  const sent = makeDevices(5);
  stubApi({ 'GET /api/device/': sent });
  const { devices, total, online } = await listFirstDevices(signal, 2);
  expect(devices).toEqual(sent.slice(0, 2));
  expect([total, online]).toEqual([5, 5]);
});
