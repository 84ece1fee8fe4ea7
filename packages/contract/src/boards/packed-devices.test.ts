import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardFamily, type Device, deviceIcon, device as deviceSchema, packedDevices } from './devices.ts';
import { DevicePacker, unpackDevices } from './packed-devices.ts';

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const instant = fc.integer({ min: 0, max: 4e12 });
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Few different ones, so that devices share some of them. */
const word = fc.oneof(fc.constantFrom('', 'a', 'ชื่อ', '"\u2028\\'), fc.string());
const variable = fc.record({
  key: word,
  label: word,
  unit: word,
  hue: fc.integer({ min: 1, max: 8 }),
  decimals: orNull(fc.integer({ min: 0, max: 9 })),
  range: orNull(fc.record({ min: fc.constantFrom(0, 1), max: fc.constantFrom(2, 3) })),
  value: orNull(fc.oneof(number, fc.boolean(), word)),
  at: orNull(instant),
  intervalMs: orNull(fc.constantFrom(1_000, 5_000)),
});
const device: fc.Arbitrary<Device> = fc.record({
  espid: fc.stringMatching(/^[A-Za-z0-9_]{1,64}$/),
  name: word,
  order: fc.integer(),
  online: fc.boolean(),
  onlineChangedAt: orNull(instant),
  lastSeenAt: orNull(instant),
  pending: fc.boolean(),
  verified: fc.boolean(),
  paused: fc.boolean(),
  virtual: fc.boolean(),
  virtualUntil: orNull(instant),
  family: fc.constantFrom(...boardFamily.options),
  firmware: orNull(word),
  template: orNull(word),
  rssi: orNull(fc.integer({ min: -120, max: 0 })),
  ip: orNull(word),
  ssid: orNull(word),
  location: orNull(fc.record({ latitude: fc.integer({ min: -90, max: 90 }), longitude: fc.constantFrom(0, 99.5) })),
  icon: orNull(fc.constantFrom(...deviceIcon.options)),
  favourite: fc.boolean(),
  tags: fc.array(word, { maxLength: 3 }),
  notes: word,
  groupId: orNull(fc.integer({ min: 1, max: 3 })),
  timeZone: orNull(fc.constantFrom('Asia/Bangkok')),
  variables: fc.array(variable, { maxLength: 4 }),
});

const overTheWire = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

function packed(devices: readonly Device[]) {
  const packer = new DevicePacker();
  for (const one of devices) packer.add(one);
  return overTheWire(packer.finish());
}

test('any devices come out as they would have come one by one', () => {
  fc.assert(
    fc.property(fc.array(device, { maxLength: 20 }), (devices) => {
      const sent = packed(devices);
      expect(packedDevices.parse(sent)).toEqual(sent);
      expect([...unpackDevices(sent)]).toEqual(overTheWire(devices));
    }),
  );
});

test('what all devices have in common is sent once', () => {
  const [one] = fc.sample(device, 1) as [Device];
  const many = Array.from({ length: 100 }, (_, order) => ({ ...one, order, ip: null, firmware: '1.0.8' }));
  const { columns, layouts, layout } = packed(many);
  expect([columns.firmware, columns.ip, columns.order.length]).toEqual([['1.0.8'], [null], 100]);
  expect([layouts.length, layout]).toEqual([1, [0]]);
});

test('each property of a device has its place', () => {
  expect(Object.keys(packed([]).columns)).toEqual(
    Object.keys(deviceSchema.shape).filter((name) => name !== 'variables'),
  );
});
