import type { Device, DeviceVariable, SparklineResponse, TelemetryValue } from '@cyno/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { arrivalsSince, takeBaseline } from '../../pairing/index.ts';
import { headlineVariables, readingSize } from './reading-display.ts';
import { createSparkStore, type SparkStore } from './spark-store.ts';

const variable = (key: string, value: TelemetryValue | null): DeviceVariable => variableOf(key, { value, at: 0 });

const device = (part: Partial<Device>): Device =>
  deviceOf({ espid: 'a', name: 'a', onlineChangedAt: 0, lastSeenAt: 0, variables: [], ...part });

describe('spark store', () => {
  let frames: (() => void)[];
  let store: SparkStore;
  const response: SparklineResponse = { from: 0, to: 3000, bucketMs: 1000, devices: { a: { temp: [1, null, 3] } } };
  const live = (at: number, temp: TelemetryValue) => store.add('a', [{ at, values: { temp } }]);
  const values = () => store.read('a', 'temp').map(({ at, value }) => [at, value]);

  beforeEach(() => {
    frames = [];
    store = createSparkStore((run) => frames.push(run));
  });

  it('joins the response of the server with what came live, each instant once', () => {
    store.load(response);
    live(3100, 4);
    live(3100, 4);
    live(2000, 9);
    live(3200, 'text');
    expect(values()).toEqual([
      [500, 1],
      [2500, 3],
      [3100, 4],
    ]);
  });

  it('drops live points that a later response covers', () => {
    live(2900, 7);
    live(3100, 4);
    store.load(response);
    expect(values()).toEqual([
      [500, 1],
      [2500, 3],
      [3100, 4],
    ]);
  });

  it('gives the same array until something changes', () => {
    store.load(response);
    const before = store.read('a', 'temp');
    expect(store.read('a', 'temp')).toBe(before);
    live(4000, 1);
    expect(store.read('a', 'temp')).not.toBe(before);
    expect(store.read('b', 'temp')).toBe(store.read('b', 'other'));
  });

  it('notifies the listeners of a device once a frame', () => {
    let notified = 0;
    const stop = store.subscribe('a', () => notified++);
    for (let at = 1; at < 100; at++) live(at, at);
    store.add('b', [{ at: 1, values: { temp: 1 } }]);
    expect(frames).toHaveLength(1);
    for (const frame of frames.splice(0)) frame();
    expect(notified).toBe(1);
    stop();
    live(200, 1);
    for (const frame of frames) frame();
    expect(notified).toBe(1);
  });

  it('holds the newest live point of each five seconds, and a bounded number of them', () => {
    for (const at of [100, 4_900, 5_000, 6_000, 12_000]) live(at, at);
    expect(values().map(([at]) => at)).toEqual([4_900, 6_000, 12_000]);
    for (let at = 13_000; at <= 10_000_000; at += 1_000) live(at, at);
    expect(values().length).toBeLessThanOrEqual(120);
    expect(values().at(-1)).toEqual([10_000_000, 10_000_000]);
  });
});

describe('readings of a card', () => {
  const keys = (...values: TelemetryValue[]) =>
    headlineVariables(device({ variables: values.map((value, index) => variable(`v${index}`, value)) })).map(
      ({ key }) => key,
    );

  it('are at most three, texts last', () => {
    expect(keys('open', 1, true, 2, 3)).toEqual(['v1', 'v2', 'v3']);
    expect(keys('open', 1)).toEqual(['v1', 'v0']);
  });

  it('are two when one is too long for a third of the card', () => {
    expect(keys(1, 999_999_999.123, 3)).toEqual(['v0', 'v1']);
  });

  it('are smaller when they are longer, and more of them leave less room', () => {
    const air = { ...variable('air', 31.3), unit: '°C' };
    const pressure = { ...variable('pressure', 10_130.25), unit: 'hPa', decimals: 2 };
    expect(readingSize(air, [air, air, air])).toBe(24);
    expect(readingSize(pressure, [pressure, pressure, pressure])).toBeLessThan(16);
    expect(readingSize(pressure, [pressure])).toBe(24);
  });

  it('have one size where they are numbers, whatever text stands beside them', () => {
    const [few, many, text] = [variable('few', 5), variable('many', 123_456), variable('text', 'a text of many words')];
    const beside = [few, many, text];
    expect(readingSize(few, beside)).toBe(readingSize(many, beside));
    expect(readingSize(few, [few, text, text])).toBe(24);
    expect(readingSize(text, beside)).toBe(12);
  });
});

describe('arrivals', () => {
  it('distinguishes new boards from known ones that came back, and waits for nobody who only requests', () => {
    const baseline = takeBaseline([
      device({ espid: 'on' }),
      device({ espid: 'off', online: false }),
      device({ espid: 'asks', pending: true }),
    ]);
    const { added, returned } = arrivalsSince(baseline, [
      device({ espid: 'on' }),
      device({ espid: 'off' }),
      device({ espid: 'asks' }),
      device({ espid: 'stranger', pending: true }),
      device({ espid: 'new' }),
    ]);
    expect(added.map(({ espid }) => espid)).toEqual(['asks', 'new']);
    expect(returned.map(({ espid }) => espid)).toEqual(['off']);
  });
});
