import { boardFamily, isLibraryBoardId } from '@cyno/device-protocol';
import { describe, expect, it } from 'vitest';
import { boardId } from './board-id.ts';
import { EchoWatchdog } from './echo-watchdog.ts';
import { type KitName, kits } from './kits.ts';
import { readOutputs } from './outputs.ts';
import { formatUpdate, formatValue, throughLibrary } from './payloads.ts';
import { seededRandom } from './signals.ts';
import { WeekClock } from './week-clock.ts';

describe('payloads', () => {
  it.each([
    [26.5, '26.5'],
    [75, '75'],
    [0, ' 0'],
    [7, ' 7'],
    [-7, '-7'],
    [10, '10'],
    [100, '100'],
    [0.1234567, '0.123'],
    [-0.0001, '-0'],
    [1e-9, ' 0'],
    [Number.NaN, 'nan'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Number.NEGATIVE_INFINITY, 'inf'],
    [3.4028234663852886e38, '340282346638528859811704183484516925440'],
    [16_777_217, '16777216'],
  ])('writes %d as %j', (value, text) => expect(formatValue(value)).toBe(text));

  it.each([
    [254, 254],
    [256, 0],
    [257, 1],
    [333, 77],
    [510, 254],
    [513, 1],
  ])('of %d bytes %d arrive', (length, stored) => {
    expect(throughLibrary('x'.repeat(length), Math.random)).toHaveLength(stored);
  });

  it('lets anything arrive of 255 bytes', () => {
    const arrived = throughLibrary('x'.repeat(255), seededRandom(5));
    expect(arrived.length).toBeLessThan(32);
    expect(String(arrived)).not.toBe('x'.repeat(arrived.length || 1));
  });
});

describe('ids', () => {
  it('are those that the library makes', () => {
    expect(boardId('esp8266', 0xbc2ac458)).toBe('ESP8266-2802776_ECFABC2AC458');
    expect(boardId('esp32', 0x1a2b3c)).toBe('ESP32-D0WDQ6-100_1a2b3c');
    for (const family of ['esp8266', 'esp32', 'esp32-s2', 'esp32-s3', 'esp32-c3'] as const) {
      for (const mac of [0, 1, 0xffffffff, 0x80000000]) {
        expect(isLibraryBoardId(boardId(family, mac))).toBe(true);
        expect(boardFamily(boardId(family, mac))).toBe(family);
      }
    }
  });
});

describe('outputs', () => {
  it('on an ESP32 are GPIO numbers, and any other name is GPIO 0', () => {
    expect(readOutputs('2:pwm:128,D1:digit:1,25:DAC:300', 'esp32')).toEqual([
      { kind: 'pin', pin: '2', level: 128, report: '2:act:128' },
      { kind: 'pin', pin: '0', level: 1, report: '0:act:1' },
      { kind: 'pin', pin: '25', level: 255, report: '25:act:300' },
    ]);
  });

  it('report also what had no effect', () => {
    expect(readOutputs('5:DAC:9', 'esp32-s3')).toEqual([
      { kind: 'pin', pin: '5', level: Number.NaN, report: '5:act:9' },
    ]);
    expect(readOutputs('5:dac:9', 'esp32')).toEqual([{ kind: 'pin', pin: '5', level: Number.NaN, report: '5:act:9' }]);
  });
});

describe('the watchdog', () => {
  it('calls after four seconds of one unanswered message, at once after a burst, never when it was heard', () => {
    const watchdog = new EchoWatchdog();
    watchdog.published();
    expect([1, 2, 3, 4, 5].map(() => watchdog.tick())).toEqual([false, false, false, true, false]);
    for (let i = 0; i < 6; i++) watchdog.published();
    expect(watchdog.tick()).toBe(true);
    watchdog.published();
    watchdog.tick();
    watchdog.heard();
    for (let second = 0; second < 100; second++) expect(watchdog.tick()).toBe(false);
  });
});

describe('the clock of the week', () => {
  it('requests six times, 40 s apart, from 57 to 117 minutes after it was set, and shows Sunday midnight twice', () => {
    for (const random of [() => 0, () => 0.999999]) {
      const clock = new WeekClock(random);
      expect(clock.tick()).toBe(false);
      clock.set('604790');
      const seconds: (number | null)[] = [];
      const requests: number[] = [];
      for (let second = 1; second <= 8000; second++) {
        if (clock.tick()) requests.push(second);
        seconds.push(clock.second);
      }
      expect(requests[0]).toBe(random() === 0 ? 3400 : 6999);
      expect(requests).toEqual([0, 40, 80, 120, 160, 200].map((later) => (requests[0] ?? 0) + later));
      expect(seconds.slice(8, 12)).toEqual([604_799, 604_800, 0, 1]);
    }
  });

  it('takes garbage for Sunday midnight, as the library does', () => {
    const clock = new WeekClock(Math.random);
    clock.set('soon');
    expect(clock.second).toBe(0);
  });
});

describe('kits', () => {
  const bounds: Record<KitName, Record<string, [number, number]>> = {
    climate: { temp: [18, 40], humid: [25, 99], light: [0, 60_000], soil: [30, 75] },
    soil: { humid: [5, 60], temp: [20, 33], ec: [200, 1200], ph: [5.5, 7.5], n: [10, 80], p: [20, 110], k: [60, 190] },
    power: { v: [215, 240], i: [0.05, 12], p: [18, 2400], e: [1000, 1700], f: [49.7, 50.3], pf: [0.5, 1] },
    air: { pm1: [1, 60], pm2: [2, 80], pm10: [3, 120], temp: [18, 40], humid: [25, 99] },
    tank: { level: [-27, -6], tds: [600, 900], ec: [1200, 1800], temp: [22, 29] },
  };

  it.each(Object.keys(kits) as KitName[])('%s stays in its bounds for a day and fits into 254 bytes', (name) => {
    const read = kits[name].begin(seededRandom(42));
    for (let secondOfDay = 0; secondOfDay < 86_400; secondOfDay += 20) {
      const values = read({ secondOfDay, elapsedS: 20 });
      expect(Object.keys(values)).toEqual(Object.keys(bounds[name]));
      for (const [key, [low, high]] of Object.entries(bounds[name])) {
        if (!((values[key] ?? Number.NaN) >= low && (values[key] ?? Number.NaN) <= high)) {
          expect.fail(`${key} is ${values[key]} at second ${secondOfDay}`);
        }
      }
      expect(Buffer.byteLength(formatUpdate(values))).toBeLessThanOrEqual(254);
    }
  });

  it('follow the day: noon is brighter, warmer and drier than the hour before dawn', () => {
    const average = (hour: number) => {
      const read = kits.climate.begin(seededRandom(9));
      const sums: Record<string, number> = { temp: 0, humid: 0, light: 0 };
      for (let i = 0; i < 200; i++) {
        const values = read({ secondOfDay: hour * 3600 + i, elapsedS: 300 });
        for (const key of Object.keys(sums)) sums[key] = (sums[key] ?? 0) + (values[key] ?? 0) / 200;
      }
      return sums as { temp: number; humid: number; light: number };
    };
    const [noon, night] = [average(13), average(4)];
    expect(noon.temp - night.temp).toBeGreaterThan(4);
    expect(night.humid - noon.humid).toBeGreaterThan(10);
    expect(noon.light).toBeGreaterThan(5000);
    expect(night.light).toBeLessThan(10);
  });

  it('move within seconds, but do not jump', () => {
    const read = kits.climate.begin(seededRandom(3));
    const temps = Array.from({ length: 60 }, (_, i) => read({ secondOfDay: 36_000 + i * 2, elapsedS: 2 }).temp ?? 0);
    expect(new Set(temps).size).toBeGreaterThan(3);
    for (let i = 1; i < temps.length; i++) expect(Math.abs((temps[i] ?? 0) - (temps[i - 1] ?? 0))).toBeLessThan(0.6);
  });
});
