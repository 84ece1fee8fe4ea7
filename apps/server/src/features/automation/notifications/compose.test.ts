import { describe, expect, test } from 'vitest';
import { compose, type Reader, remind } from './compose.ts';
import type { EventDetails } from './event.ts';
import { alertMessageTexts } from './message-texts/index.ts';

const event = (serial: number, given: Partial<EventDetails> = {}): EventDetails => ({
  key: `alert:${serial}:active`,
  severity: 'critical',
  kind: 'active',
  group: 'Greenhouse A',
  subject: `Board ${serial} is offline`,
  text: 'It sent nothing for 5 minutes.',
  what: 'went offline',
  value: null,
  limit: null,
  reading: null,
  since: null,
  link: `/device/E${serial}/Alerts`,
  espid: `E${serial}`,
  at: Date.UTC(2026, 10, 1, 7, 3),
  ...given,
});
const reader = { language: 'en', timeZone: 'UTC' } as const;
const inBangkok = { ...reader, timeZone: 'Asia/Bangkok' };
const many = (count: number, given: Partial<EventDetails> = {}) =>
  Array.from({ length: count }, (_, index) => event(index + 1, given));

const cancelled = (count: number) => many(count, { what: alertMessageTexts.en.wereCancelled, kind: 'cleared' });

test('one event is told as it is', () => {
  const content = compose({ events: [event(1)], count: 1, devices: 1, group: null }, inBangkok);
  expect(content).toMatchObject({ subject: 'Board 1 is offline', link: '/device/E1/Alerts', count: 1 });
});

test('several devices of a group are told together, on the clock of the reader', () => {
  const happened = { events: many(20), count: 23, devices: 23, group: 'Greenhouse A' };
  const content = compose(happened, inBangkok);
  expect(content.subject).toBe('23 devices of Greenhouse A went offline at 14:03 – probably its network');
  expect(content.text.split('\n')).toHaveLength(11);
  expect(content.text).toContain('• and 13 more');
  expect(content.link).toBe('/alerts?show=history&severity=critical&time=days&from=2026-11-01');
});

test('the link to several is filtered by what they have in common, on the calendar of the reader', () => {
  const late = Date.UTC(2026, 10, 1, 16, 58);
  const given = {
    events: [event(1, { at: late }), event(2, { at: late + 300_000 })],
    count: 2,
    devices: 2,
    group: null,
  };
  const linkFor = (timeZone: string, events = given.events) =>
    compose({ ...given, events }, { ...reader, timeZone }).link;
  expect(linkFor('UTC')).toBe('/alerts?show=history&severity=critical&time=days&from=2026-11-01&to=2026-11-01');
  expect(linkFor('Asia/Bangkok')).toContain('from=2026-11-01&to=2026-11-02');
  expect(linkFor('UTC', [event(1), event(2, { severity: 'warning' })])).not.toContain('severity');
});

test('each of several is named with what it measured', () => {
  const events = many(12).map((one, index) => ({ ...one, reading: index === 1 ? null : `${39 + index / 10} °C` }));
  const { text } = compose({ events, count: 15, devices: 15, group: null }, reader);
  expect(text.split('\n').slice(0, 3)).toEqual([
    '• Board 1 is offline – 39 °C',
    '• Board 2 is offline',
    '• Board 3 is offline – 39.2 °C',
  ]);
  expect(text.split('\n').slice(9)).toEqual(['• Board 10 is offline – 39.9 °C', '• and 5 more']);
});

describe('the first message about something', () => {
  const first = (given: Partial<EventDetails>, of: Reader) =>
    compose({ events: [event(1, given)], count: 1, devices: 1, group: null }, of)
      .text.split('\n')
      .slice(1);
  const at = Date.UTC(2026, 10, 1, 7, 13);

  test('says since when it holds, where its rule waited', () => {
    const since = at - 600_000;
    expect(first({ since, at }, inBangkok)).toEqual(['Since 14:03.']);
    expect(first({ since, at }, { ...inBangkok, language: 'th' })).toEqual(['ตั้งแต่ 14:03 น.']);
    expect(first({ since: at - 86_400_000, at }, inBangkok)).toEqual(['Since 31 Oct, 14:13.']);
  });

  test('does not repeat its own instant, and neither does its end', () => {
    expect(first({ since: at - 2_000, at }, inBangkok)).toEqual([]);
    expect(first({ since: at - 600_000, at, kind: 'cleared' }, inBangkok)).toEqual([]);
  });
});

test.each([
  ['Greenhouse A', many(2, { what: null }), '2 devices of Greenhouse A need attention at 07:03'],
  ['Greenhouse A', many(2, { what: null, kind: 'cleared' }), '2 devices of Greenhouse A are back to normal at 07:03'],
  [null, cancelled(2), '2 devices had their alerts cancelled at 07:03'],
  // Those whose alerts were cancelled may be as they were.
  [null, [...cancelled(1), event(2, { what: null, kind: 'cleared' })], '2 devices at 07:03'],
  [null, many(2), '2 devices went offline at 07:03'],
  // Two may fail together by chance, and several without a group have no network in common that has a name.
  ['Greenhouse A', many(2), '2 devices of Greenhouse A went offline at 07:03'],
  [null, many(5), '5 devices went offline at 07:03'],
  // Where a maintenance is over they went offline at any time before.
  [
    'Greenhouse A',
    many(5, { what: alertMessageTexts.en.stillOffline }),
    '5 devices of Greenhouse A are still offline at 07:03',
  ],
  ['Greenhouse A', [event(1), event(2, { what: 'is too warm' })], '2 devices of Greenhouse A need attention at 07:03'],
])('the subject says what all have in common', (group, events, subject) => {
  expect(compose({ events, count: events.length, devices: events.length, group }, reader).subject).toBe(subject);
});

test('several notifications about one device did nothing themselves', () => {
  const happened = { events: [event(1), event(1)], count: 2, devices: 1, group: 'Greenhouse A' };
  expect(compose(happened, reader).subject).toBe('2 notifications of Greenhouse A at 07:03');
});

test('a repetition says that it lasts, or that nobody has acknowledged it', () => {
  const content = { events: [event(1)], count: 1, devices: 1, group: null };
  expect(remind(content, { ...reader, isEscalation: false }).subject).toBe('Still: Board 1 is offline');
  expect(remind(content, { ...reader, isEscalation: true }).subject).toBe('Not acknowledged: Board 1 is offline');
});

test('a repetition says since when, on the clock of its reader', () => {
  const events = [event(1, { since: Date.UTC(2026, 9, 31, 17, 30) })];
  const content = { events, count: 1, devices: 1, group: null };
  expect(remind(content, { ...inBangkok, isEscalation: false }).text).toBe(
    'It sent nothing for 5 minutes.\nSince 1 Nov, 00:30.',
  );
  const inThai = { ...inBangkok, language: 'th' } as const;
  expect(remind(content, { ...inThai, isEscalation: false }).text).toContain('ตั้งแต่ 1 พ.ย. เวลา 00:30 น.');
});

test('in Thai', () => {
  const happened = { events: many(20, { what: 'ออฟไลน์' }), count: 23, devices: 23, group: 'โรงเรือน A' };
  const content = compose(happened, { language: 'th', timeZone: 'Asia/Bangkok' });
  expect(content.subject).toBe('อุปกรณ์ 23 เครื่อง ใน โรงเรือน A ออฟไลน์ เมื่อ 14:03 น. – น่าจะเป็นที่เครือข่ายของกลุ่มนี้');
  expect(content.text).toContain('• และอีก 13 รายการ');
  expect(remind(happened, { language: 'th', timeZone: 'Asia/Bangkok', isEscalation: true }).subject).toMatch(
    /^ยังไม่มีใครรับทราบ: /,
  );
});
