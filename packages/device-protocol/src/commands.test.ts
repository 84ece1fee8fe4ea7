import { describe, expect, test } from 'vitest';
import {
  type BoardFamily,
  eventPayload,
  eventProblem,
  eventSegment,
  joinSegments,
  maxPacketBytes,
  maxPayloadBytes,
  outputProblem,
  outputSegment,
  packetBytes,
  pinsOf,
} from './index.ts';

const families: BoardFamily[] = ['esp8266', 'esp32', 'esp32-s2', 'esp32-s3', 'esp32-c3'];

describe('outputs', () => {
  test.each([
    ['esp8266', { pin: 'D1', mode: 'digit', value: 1 }],
    ['esp8266', { pin: 'D8', mode: 'pwm', value: 255 }],
    ['esp32', { pin: '25', mode: 'DAC', value: 128 }],
    ['esp32-s2', { pin: '18', mode: 'DAC', value: 0 }],
    ['esp32-c3', { pin: '10', mode: 'digit', value: 0 }],
  ] as const)('%s takes %j', (family, command) => expect(outputProblem(family, command)).toBeNull());

  test.each([
    ['esp8266', { pin: '5', mode: 'digit', value: 1 }, 'no pin'],
    ['esp8266', { pin: 'D9', mode: 'digit', value: 1 }, 'no pin'],
    ['esp8266', { pin: 'd1', mode: 'digit', value: 1 }, 'no pin'],
    ['esp32', { pin: 'D1', mode: 'digit', value: 1 }, 'no pin'],
    ['esp32', { pin: '04', mode: 'digit', value: 1 }, 'no pin'],
    ['esp32', { pin: '6', mode: 'digit', value: 1 }, 'no pin'],
    ['esp32', { pin: '34', mode: 'digit', value: 1 }, 'only be read'],
    ['esp32', { pin: '4', mode: 'DAC', value: 1 }, 'analogue'],
    ['esp32-s3', { pin: '17', mode: 'DAC', value: 1 }, 'analogue'],
    ['esp8266', { pin: 'D1', mode: 'digit', value: 2 }, '0 to 1'],
    ['esp8266', { pin: 'D1', mode: 'pwm', value: 256 }, '0 to 255'],
    ['esp8266', { pin: 'D1', mode: 'pwm', value: -1 }, '0 to 255'],
    ['esp8266', { pin: 'D1', mode: 'pwm', value: 1.5 }, '0 to 255'],
    ['esp8266', { pin: 'D1', mode: 'pwm', value: Number.NaN }, '0 to 255'],
    ['other', { pin: '1', mode: 'digit', value: 1 }, 'no pin'],
  ] as const)('%s refuses %j', (family, command, text) => expect(outputProblem(family, command)).toContain(text));

  test('no family offers the pins of its flash, and each pin stands once', () => {
    for (const family of families) {
      const names = pinsOf(family).map(({ pin }) => pin);
      expect(new Set(names).size, family).toBe(names.length);
    }
    const gpios = (family: BoardFamily) => pinsOf(family).map(({ gpio }) => gpio);
    expect(gpios('esp32').filter((gpio) => gpio >= 6 && gpio <= 11)).toEqual([]);
    expect(gpios('esp32-s2').filter((gpio) => gpio >= 26 && gpio <= 32)).toEqual([]);
    expect(gpios('esp32-s3').filter((gpio) => gpio >= 26 && gpio <= 37)).toEqual([]);
    expect(gpios('esp32-c3').filter((gpio) => gpio >= 11 && gpio <= 17)).toEqual([]);
  });
});

describe('events', () => {
  test.each([
    [{ name: 'Mode', value: 'auto' }],
    [{ name: 'โหมด', value: 'อัตโนมัติ' }],
    [{ name: 'x'.repeat(32), value: 'y'.repeat(64) }],
  ])('%j may be sent', (event) => expect(eventProblem(event)).toBeNull());

  test.each([
    [{ name: '', value: '1' }],
    [{ name: '.', value: '1' }],
    [{ name: '..', value: '1' }],
    [{ name: 'a:b', value: '1' }],
    [{ name: 'a,b', value: '1' }],
    [{ name: 'a\u0000', value: '1' }],
    [{ name: 'x'.repeat(33), value: '1' }],
    [{ name: 'led', value: '' }],
    [{ name: 'led', value: '1:2' }],
    [{ name: 'led', value: '1,2' }],
    [{ name: 'led', value: '\n' }],
    [{ name: 'led', value: 'y'.repeat(65) }],
  ])('%j may not', (event) => expect(eventProblem(event)).not.toBeNull());
});

test('messages look as the library reads them', () => {
  expect(outputSegment({ pin: 'D1', mode: 'digit', value: 1 })).toBe('D1:digit:1');
  expect(eventSegment({ name: 'setpoint', value: '42' })).toBe('Event:set:42:setpoint');
  expect(eventPayload({ name: 'led', value: '1' })).toBe('Event:led:1');
});

describe('packets', () => {
  const espid = 'ESP8266-2802776_ECFABC2AC458';

  test.each(families)('the longest payload fills the buffer of %s exactly', (family) => {
    const topic = `/${espid}/io`;
    expect(packetBytes(topic, maxPayloadBytes(family, topic))).toBe(maxPacketBytes(family));
  });

  test('segments are joined up to the limit and never lost or reordered', () => {
    const segments = Array.from({ length: 100 }, (_, index) => `D${index % 9}:digit:${index % 2}`);
    const payloads = joinSegments(segments, 60);
    expect(payloads.every((payload) => payload.length <= 60 && payload !== '')).toBe(true);
    expect(payloads.join(',')).toBe(segments.join(','));
    expect(payloads.length).toBe(20);
    expect(joinSegments([], 60)).toEqual([]);
    expect(joinSegments(['Event:set:ก:ข', 'D1:digit:1'], 27)).toHaveLength(2);
  });
});
