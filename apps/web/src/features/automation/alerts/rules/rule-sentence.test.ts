import type { AlertCondition, AlertScope } from '@cyno/contract';
import { expect, it } from 'vitest';
import { deviceOf } from '../../../../../test/devices.ts';
import { plainSentence } from '../../definitions/index.ts';
import { scopeText, watches } from './rule-scope.ts';
import { ruleSentence } from './rule-sentence.ts';

const device = deviceOf({ espid: 'ESP32-1', name: 'Greenhouse', tags: ['vegetables'], groupId: 3 });
const other = deviceOf({ espid: 'ESP32-2', name: 'Cold room', variables: [] });
const names = { devices: [device, other], groups: [{ id: 3, name: 'North', hue: 1, order: 0 }] };
const all: AlertScope = { kind: 'all' };
const only: AlertScope = { kind: 'devices', espids: ['ESP32-1'] };
const limit: AlertCondition = {
  kind: 'limit',
  key: 'temp',
  comparison: '>',
  threshold: 30,
  release: 28,
  forSeconds: 300,
  clearSeconds: 60,
};

const textOf = (condition: AlertCondition, scope: AlertScope = only, severity: 'critical' | 'info' = 'critical') =>
  plainSentence(ruleSentence({ severity, scope, condition }, names, 'ESP32-1')).replaceAll('\u00a0', ' ');

const conditions: [AlertCondition, string][] = [
  [
    limit,
    'When Temperature is above 30 °C for 5 minutes, raise a critical alert. It clears at 28 °C or below for 1 minute.',
  ],
  [
    { ...limit, comparison: '<', release: null, forSeconds: 0, clearSeconds: 0 },
    'When Temperature is below 30 °C, raise a critical alert.',
  ],
  [
    { kind: 'change', key: 'temp', direction: 'either', amount: 5, seconds: 600 },
    'When Temperature rises or falls by 5 °C or more within 10 minutes, raise a critical alert.',
  ],
  [
    { kind: 'stuck', key: 'temp', tolerance: 0, seconds: 7200 },
    'When Temperature does not change for 2 hours, raise a critical alert.',
  ],
  [
    { kind: 'stuck', key: 'temp', tolerance: 0.1, seconds: 7200 },
    'When Temperature does not change by more than 0.1 °C for 2 hours, raise a critical alert.',
  ],
  [
    { kind: 'silent', seconds: null },
    'When this device sends nothing for much longer than usual, raise a critical alert.',
  ],
  [{ kind: 'silent', seconds: 600 }, 'When this device sends nothing for 10 minutes, raise a critical alert.'],
  [
    { kind: 'unusual', key: 'temp', times: 4, forSeconds: 600 },
    'When Temperature is 4 times further than usual from its value at this hour for 10 minutes, raise a critical alert.',
  ],
  [
    { kind: 'forecast', key: 'temp', comparison: '<', threshold: 2, withinSeconds: 21_600 },
    'When Temperature will be below 2 °C within 6 hours at its current rate, raise a critical alert.',
  ],
  [{ kind: 'command-failed' }, 'When a command to this device fails, raise a critical alert.'],
  [{ kind: 'update-failed' }, 'When a firmware update of this device fails, raise a critical alert.'],
  [
    { kind: 'signal', threshold: -80, forSeconds: 0 },
    'When the Wi-Fi signal of this device is below −80 dBm, raise a critical alert.',
  ],
];

it.each(conditions)('a rule can be read aloud: %j', (condition, sentence) => {
  expect(textOf(condition)).toBe(sentence);
});

const scopes: [AlertScope, string, string][] = [
  [all, 'any device', 'All devices'],
  [{ kind: 'devices', espids: ['ESP32-1', 'ESP32-2'] }, 'any of Greenhouse and Cold room', '2 devices'],
  [{ kind: 'devices', espids: ['ESP32-2'] }, 'Cold room', 'Cold room'],
  [{ kind: 'tag', tag: 'vegetables' }, 'any device tagged “vegetables”', 'Tag vegetables'],
  [{ kind: 'group', groupId: 3 }, 'any device in North', 'Group North'],
];

it.each(scopes)('names the devices of %j', (scope, subject, badge) => {
  expect(textOf({ kind: 'silent', seconds: null }, scope, 'info')).toBe(
    `When ${subject} sends nothing for much longer than usual, raise an info alert.`,
  );
  expect(scopeText(scope, names)).toBe(badge);
});

it('a rule watches the devices of its scope that have its variable', () => {
  const watching = (scope: AlertScope, condition: AlertCondition = limit) =>
    names.devices.filter((each) => watches({ scope, condition }, each)).map(({ name }) => name);
  expect(watching(all)).toEqual(['Greenhouse']);
  expect(watching(all, { kind: 'silent', seconds: null })).toEqual(['Greenhouse', 'Cold room']);
  expect(watching({ kind: 'tag', tag: 'vegetables' })).toEqual(['Greenhouse']);
  expect(watching({ kind: 'group', groupId: 4 })).toEqual([]);
});
