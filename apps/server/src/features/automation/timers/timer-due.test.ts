import type { TimerDefinition } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { duesBetween, nextRunAt, occasionOf, type TimerPlace } from './timer-due.ts';

const action = { kind: 'event', name: 'pump', value: '1' } as const;
const time = (hours: number, minutes = 0, seconds = 0) =>
  ({ type: 'time', secondOfDay: hours * 3_600 + minutes * 60 + seconds }) as const;
const sun = (event: 'sunrise' | 'sunset', offsetMinutes = 0) => ({ type: 'sun', event, offsetMinutes }) as const;
const timer = (at: TimerDefinition['at'], repeat: TimerDefinition['repeat'] = { type: 'daily' }): TimerDefinition => ({
  kind: 'timer',
  at,
  repeat,
  action,
});
const inZone = (zone: string, location: TimerPlace['location'] = null): TimerPlace => ({ zone, location });
/** The times of a timer in a range, in UTC. */
const times = (definition: TimerDefinition, place: TimerPlace, from: string, to: string) =>
  Array.from(duesBetween(definition, place, [Date.parse(from), Date.parse(to)]), ({ at }) =>
    new Date(at).toISOString(),
  );

describe('a day has one run', () => {
  test.each([
    // Berlin leaves out 02:00 to 03:00 on 29 March and shows 02:00 to 03:00 twice on 25 October.
    [
      'in a gap at its end',
      'Europe/Berlin',
      time(2, 30),
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'],
    ],
    [
      'before a gap',
      'Europe/Berlin',
      time(1, 59, 59),
      '2026-03-28T12:00Z',
      ['2026-03-29T00:59:59.000Z', '2026-03-29T23:59:59.000Z'],
    ],
    [
      'at the first second of a gap',
      'Europe/Berlin',
      time(2),
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ],
    [
      'the first time of two',
      'Europe/Berlin',
      time(2, 30),
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    ],
    [
      'in New York in a gap',
      'America/New_York',
      time(2, 30),
      '2026-03-07T12:00Z',
      ['2026-03-08T07:00:00.000Z', '2026-03-09T06:30:00.000Z'],
    ],
    [
      'in New York the first of two',
      'America/New_York',
      time(1, 30),
      '2026-10-31T12:00Z',
      ['2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z'],
    ],
    [
      'in Bangkok always at the same',
      'Asia/Bangkok',
      time(7),
      '2026-03-28T12:00Z',
      ['2026-03-29T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ],
    // Lord Howe moves its clock by half an hour: 02:00 to 02:30 is left out on 4 October and shown twice on 5 April.
    [
      'on Lord Howe in half an hour that is left out',
      'Australia/Lord_Howe',
      time(2, 15),
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30:00.000Z', '2026-10-04T15:15:00.000Z'],
    ],
    [
      'on Lord Howe the first of two',
      'Australia/Lord_Howe',
      time(1, 45),
      '2026-04-04T00:00Z',
      ['2026-04-04T14:45:00.000Z', '2026-04-05T15:15:00.000Z'],
    ],
  ] as const)('%s: %s', (_, zone, at, from, expected) => {
    const to = new Date(Date.parse(from) + 44 * 3_600_000).toISOString();
    expect(times(timer(at), inZone(zone), from, to)).toEqual(expected);
  });

  test.each([
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Bangkok',
    'America/Sao_Paulo',
    'Africa/Cairo',
    'America/Nuuk',
  ])('through a whole year in %s, whatever the time', (zone) => {
    for (const at of [time(0, 30), time(2), time(23, 30)]) {
      const dates = Array.from(
        duesBetween(timer(at), inZone(zone), [Date.parse('2026-01-02T12:00Z'), Date.parse('2027-01-02T12:00Z')]),
        ({ date }) => date,
      );
      expect(dates).toHaveLength(365);
      expect(new Set(dates).size).toBe(365);
    }
  });

  test('but not one that its zone left out at the date line', () => {
    expect(times(timer(time(7)), inZone('Pacific/Apia'), '2011-12-29T00:00Z', '2012-01-01T00:00Z')).toEqual([
      '2011-12-29T17:00:00.000Z',
      '2011-12-30T17:00:00.000Z',
      '2011-12-31T17:00:00.000Z',
    ]);
  });
});

describe('a timer runs', () => {
  test('on its days of the week, which are those of its zone', () => {
    const weekly = timer(time(6), { type: 'weekly', days: [0, 3] });
    expect(times(weekly, inZone('Asia/Bangkok'), '2026-11-01T00:00Z', '2026-11-12T00:00Z')).toEqual([
      '2026-11-03T23:00:00.000Z',
      '2026-11-07T23:00:00.000Z',
      '2026-11-10T23:00:00.000Z',
    ]);
  });

  test('once on its date, and never again', () => {
    const once = timer(time(6), { type: 'once', date: '2026-11-21' });
    const place = inZone('Europe/Berlin');
    const at = Date.parse('2026-11-21T05:00:00Z');
    expect(nextRunAt(once, place, at - 1)).toBe(at);
    expect(nextRunAt(once, place, at)).toBeNull();
  });

  test.each(['0001-01-01', '9999-12-31'])('on %s like on any other date', (date) => {
    const once = timer(time(6), { type: 'once', date });
    const isPast = date < '2026';
    expect(nextRunAt(once, inZone('Europe/Berlin'), Date.parse('2026-11-21T00:00Z'))).toEqual(
      isPast ? null : Date.parse('9999-12-31T05:00:00Z'),
    );
  });

  test('once for its date whatever the zone becomes: the occasion does not name the instant', () => {
    const daily = timer(time(7));
    const berlin = [
      ...duesBetween(daily, inZone('Europe/Berlin'), [
        Date.parse('2026-11-21T00:00Z'),
        Date.parse('2026-11-21T12:00Z'),
      ]),
    ];
    const bangkok = [
      ...duesBetween(daily, inZone('Asia/Bangkok'), [Date.parse('2026-11-20T12:00Z'), Date.parse('2026-11-21T12:00Z')]),
    ];
    expect(berlin[0]?.at).not.toBe(bangkok[0]?.at);
    expect(occasionOf(daily, berlin[0]?.date ?? '')).toBe(occasionOf(daily, bangkok[0]?.date ?? 'none'));
    expect(occasionOf(timer(time(8)), '2026-11-21')).not.toBe(occasionOf(daily, '2026-11-21'));
  });
});

describe("the sun's times", () => {
  const bangkok = inZone('Asia/Bangkok', { latitude: 13.75, longitude: 100.5 });
  const tromso = inZone('Europe/Oslo', { latitude: 69.65, longitude: 18.96 });

  test('are those of the almanac to the minute, with their offset', () => {
    // timeanddate.com: sunrise 05:51 and sunset 18:47 on 21 June 2026 in Bangkok.
    const [sunrise] = times(timer(sun('sunrise')), bangkok, '2026-06-20T17:00Z', '2026-06-21T17:00Z');
    expect(sunrise).toMatch(/^2026-06-20T22:5[12]/);
    const [later] = times(timer(sun('sunset', 30)), bangkok, '2026-06-20T17:00Z', '2026-06-21T17:00Z');
    expect(later).toMatch(/^2026-06-21T12:1[78]/);
  });

  test('come once a day through a whole year, also where the zone is not that of the place', () => {
    for (const zone of ['Asia/Bangkok', 'America/New_York', 'Pacific/Kiritimati']) {
      for (const at of [sun('sunrise'), sun('sunset', 180), sun('sunrise', -180)]) {
        const year = [
          ...duesBetween(timer(at), { ...bangkok, zone }, [
            Date.parse('2026-01-02T12:00Z'),
            Date.parse('2027-01-02T12:00Z'),
          ]),
        ];
        expect(new Set(year.map(({ date }) => date)).size).toBe(year.length);
        expect(Math.abs(year.length - 365)).toBeLessThanOrEqual(1);
        for (const [index, { at: instant }] of year.entries()) {
          const gapHours = (instant - (year[index - 1]?.at ?? instant - 86_400_000)) / 3_600_000;
          expect(Math.abs(gapHours - 24)).toBeLessThan(0.1);
        }
      }
    }
  });

  test('are skipped with the reason where the sun does not set, and the next real one is found', () => {
    const midsummer = [
      ...duesBetween(timer(sun('sunset')), tromso, [Date.parse('2026-06-20T00:00Z'), Date.parse('2026-06-23T00:00Z')]),
    ];
    expect(midsummer.map(({ skip }) => skip)).toEqual(Array(3).fill({ code: 'no_sunset' }));
    const next = nextRunAt(timer(sun('sunset')), tromso, Date.parse('2026-06-20T00:00Z')) ?? 0;
    expect(new Date(next).toISOString()).toMatch(/^2026-07-2\d/);
  });

  test('are not known without a location', () => {
    const lost = inZone('Asia/Bangkok');
    expect(nextRunAt(timer(sun('sunrise')), lost, 0)).toBeNull();
    const [due] = duesBetween(timer(sun('sunrise')), lost, [
      Date.parse('2026-06-20T00:00Z'),
      Date.parse('2026-06-21T00:00Z'),
    ]);
    expect(due?.skip).toEqual({ code: 'no_location' });
  });
});
