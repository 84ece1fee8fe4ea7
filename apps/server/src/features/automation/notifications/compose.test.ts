import { expect, test } from 'vitest';
import { compose, remind } from './compose.ts';
import type { EventDetails } from './event.ts';

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
  expect(content.link).toBe('/alerts');
});

test.each([
  ['Greenhouse A', many(2, { what: null }), '2 devices of Greenhouse A need attention at 07:03'],
  ['Greenhouse A', many(2, { what: null, kind: 'cleared' }), '2 devices of Greenhouse A are back to normal at 07:03'],
  [null, many(2), '2 devices went offline at 07:03'],
  // Two may fail together by chance, and several without a group have no network in common that has a name.
  ['Greenhouse A', many(2), '2 devices of Greenhouse A went offline at 07:03'],
  [null, many(5), '5 devices went offline at 07:03'],
  ['Greenhouse A', [event(1), event(2, { what: 'is too warm' })], '2 devices of Greenhouse A need attention at 07:03'],
])('the subject says what all have in common', (group, events, subject) => {
  expect(compose({ events, count: events.length, devices: events.length, group }, reader).subject).toBe(subject);
});

test('a repetition says that it lasts, or that nobody has acknowledged it', () => {
  const content = compose({ events: [event(1)], count: 1, devices: 1, group: null }, reader);
  expect(remind(content, { ...reader, isEscalation: false }).subject).toBe('Still: Board 1 is offline');
  expect(remind(content, { ...reader, isEscalation: true }).subject).toBe('Not acknowledged: Board 1 is offline');
});

test('a repetition says since when, on the clock of its reader', () => {
  const events = [event(1, { since: Date.UTC(2026, 9, 31, 17, 30) })];
  const content = compose({ events, count: 1, devices: 1, group: null }, inBangkok);
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
  expect(remind(content, { language: 'th', timeZone: 'Asia/Bangkok', isEscalation: true }).subject).toMatch(
    /^ยังไม่มีใครรับทราบ: /,
  );
});
