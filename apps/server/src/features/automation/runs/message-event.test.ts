import type { DeviceVariable } from '@cyno/contract';
import { expect, test } from 'vitest';
import { momentLink } from '../notifications/index.ts';
import { messageEvent, messageText } from './message-event.ts';
import { whyOf } from './run-row.ts';

const variable = (key: string, value: DeviceVariable['value'], unit = ''): DeviceVariable => ({
  ...{ key, value, unit, label: key, hue: 1, decimals: null, range: null, at: 0, intervalMs: null },
});
const now = 7_200_000;
const cause = { devices: ['North', 'South'], value: '31 °C' };
const variables = [
  variable('soil', 12.34567, '%'),
  variable('door', true),
  variable('state', 'wet\r\nBcc: x@example.com'),
  variable('long', 'x'.repeat(500)),
  variable('loop', '{soil}'),
  variable('never', null),
];

test.each([
  ['Soil is {soil}, door {door}', 'Soil is 12.346 %, door on'],
  ['nothing to replace', 'nothing to replace'],
  ['{state}', 'wet Bcc: x@example.com'],
  ['{long}', 'x'.repeat(60)],
  ['{loop}', '{soil}'],
  ['{never} and {unknown}', 'no never and no unknown'],
  ['{} {{soil}}', '{} {12.346 %}'],
  ['{device}: {value}', 'North and South: 31 °C'],
])('%s becomes %s', (template, text) => {
  expect(messageText(template, { variables, cause, language: 'en' })).toBe(text);
});

test('values are worded in the language of the reader', () => {
  const text = messageText('{door} {never} {device}', { variables, cause, language: 'th' });
  expect(text).toBe('เปิด ไม่มีค่า never North และ South');
});

test('only the owner gets it, and a run that is repeated is the same event', () => {
  const device = { name: 'Beds', espid: 'ESP32-1', accountId: 7, virtual: false, template: null };
  const run = { id: 31, ...whyOf([{ code: 'board_ran' }]), cause: null };
  const event = messageEvent({ device, run, name: 'Dry', template: 'Water!', variables, now: 5 });
  expect(event).toMatchObject({
    ...{ key: 'automation:31:message', recipients: [7], subject: 'Beds: Water!' },
    ...{ text: 'Water!\n\nDry: The board ran it by itself.', link: '/device/ESP32-1/History?from=-599995&to=600005' },
    translations: { th: { subject: 'Beds: Water!', text: 'Water!\n\nDry: บอร์ดทำงานเอง', what: null } },
  });
});

test.each([
  [
    'what began the run, since when it does',
    { espid: 'ESP32-2', key: 'temp', since: 3_600_000 },
    'Hot',
    'ESP32-2',
    'temp',
    3_600_000,
  ],
  ['an alert that did', { espid: 'ESP32-2', key: null, since: now }, 'Hot', 'ESP32-2', null, 0],
  ['the first variable that a timer names', null, '{never} {unknown} {soil}', 'ESP32-1', 'never', 0],
  ['the device, if it names none', null, 'Water!', 'ESP32-1', null, 0],
])('the message leads to the moment of %s', (_, moment, template, espid, key, lasted) => {
  const device = { name: 'Beds', espid: 'ESP32-1', accountId: 7, virtual: false, template: null };
  const run = { id: 31, ...whyOf([]), cause: moment && { ...cause, moment } };
  const { link } = messageEvent({ device, run, name: 'Dry', template, variables, now });
  expect(link).toBe(momentLink({ espid, key, since: now - lasted, at: now }));
});
