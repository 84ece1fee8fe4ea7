import type { AlertCondition, AlertScope } from '@cyno/contract';
import { expect, it } from 'vitest';
import { alertRuleOf } from '../../../../../test/alerts.ts';
import { draftOfRule, emptyRule, limitsOf, ruleOf, serverRemarks } from './rule-draft.ts';
import { suggestionOf } from './suggestion.ts';

const conditions: AlertCondition[] = [
  { kind: 'limit', key: 'temp', comparison: '>', threshold: 30, release: 28, forSeconds: 300, clearSeconds: 60 },
  { kind: 'limit', key: 'temp', comparison: '<', threshold: -2.5, release: null, forSeconds: 0, clearSeconds: 0 },
  { kind: 'change', key: 'temp', direction: 'rises', amount: 5, seconds: 600 },
  { kind: 'stuck', key: 'temp', tolerance: 0.1, seconds: 7200 },
  { kind: 'silent', seconds: null },
  { kind: 'silent', seconds: 90 },
  { kind: 'unusual', key: 'temp', times: 4, forSeconds: 600 },
  { kind: 'forecast', key: 'temp', comparison: '<', threshold: 2, withinSeconds: 21_600 },
  { kind: 'command-failed' },
  { kind: 'update-failed' },
  { kind: 'signal', threshold: -80, forSeconds: 300 },
];

it.each(conditions)('a condition is the same after it was opened: %j', (condition) => {
  const { condition: read, isRight } = ruleOf(draftOfRule(alertRuleOf({ condition })), null);
  expect([isRight, read]).toEqual([true, condition]);
});

const scopes: AlertScope[] = [
  { kind: 'all' },
  { kind: 'devices', espids: ['ESP32-1', 'ESP32-2'] },
  { kind: 'tag', tag: 'vegetables' },
  { kind: 'group', groupId: 3 },
];

it.each(scopes)('a scope is the same after it was opened: %j', (scope) => {
  expect(ruleOf(draftOfRule(alertRuleOf({ scope })), null).scope).toEqual(scope);
});

const limit = { ...emptyRule, key: 'temp', limits: { threshold: '30', release: '28' } };
const minutes = (amount: string) => ({ amount, unit: 'minutes' as const });

it.each([
  [{ ...limit, key: '' }, { condition: 'Choose a value to watch.' }],
  [{ ...limit, limits: { threshold: 'hot', release: null } }, { condition: 'Type a number, such as 1000 or 21.5.' }],
  [{ ...limit, limits: { threshold: '30', release: '31' } }, { release: 'It must be below the limit.' }],
  [{ ...limit, clear: { amount: '25', unit: 'hours' } as const }, { clear: 'Type a time of up to 24 hours.' }],
  [{ ...limit, limits: { threshold: '1,000', release: null } }, { condition: 'Type a number, such as 1000 or 21.5.' }],
  [{ ...limit, hold: minutes('9999') }, { hold: 'Type a time of up to 24 hours.' }],
  [{ ...limit, scope: 'devices' as const }, { scope: 'Choose at least one device.' }],
  [{ ...limit, scope: 'tag' as const }, { scope: 'Choose a tag.' }],
  [{ ...limit, scope: 'group' as const }, { scope: 'Choose a group.' }],
  [{ ...limit, kind: 'change' as const, amount: '0' }, { condition: 'Type a number above 0.' }],
  [{ ...limit, kind: 'unusual' as const, times: '1' }, { condition: 'Type a number from 2 to 20.' }],
  [
    { ...limit, kind: 'silent' as const, silence: minutes('0') },
    { condition: 'Type a time from 10 seconds to 168 hours.' },
  ],
])('says what is wrong, and where: %#', (draft, problems) => {
  expect(ruleOf(draft, null)).toMatchObject({ isRight: false, problems });
});

it('takes suggested limits until others are typed', () => {
  const draft = { ...limit, limits: null, hold: null };
  const suggestion = suggestionOf({ min: 18.2, max: 29.4 }, '>');
  expect(ruleOf(draft, suggestion).condition).toMatchObject({ threshold: 30, release: 28 });
  expect(ruleOf(draft, null).problems).toEqual({ condition: 'Type a number, such as 1000 or 21.5.' });
});

it('a limit that is typed before or after the suggestion has the suggested distance to where it clears', () => {
  const draft = { ...limit, limits: { threshold: '20' } };
  const suggestion = suggestionOf({ min: 18.2, max: 29.4 }, '>');
  expect(limitsOf(draft, null)).toEqual({ threshold: '20', release: null });
  expect(limitsOf(draft, suggestion)).toEqual({ threshold: '20', release: '18' });
  expect(limitsOf({ ...draft, limits: { threshold: '2o' } }, suggestion)).toEqual({ threshold: '2o', release: '28' });
  expect(limitsOf({ ...draft, limits: { threshold: '20', release: null } }, suggestion).release).toBeNull();
});

it.each([
  [{ min: 18.2, max: 29.4 }, '>', ['30', '28']],
  [{ min: 18.2, max: 29.4 }, '<', ['18', '20']],
  [{ min: 0.011, max: 0.019 }, '>', ['0.02', '0.019']],
  [{ min: 100, max: 100 }, '>', ['102', '100']],
  [{ min: 0, max: 0 }, '<', ['-0.1', '0']],
] as const)('suggests round limits beyond the recent range %j %s', (range, comparison, expected) => {
  const { threshold, release } = suggestionOf(range, comparison);
  expect([threshold, release]).toEqual(expected);
});

it('shows the remarks of the server where they belong', () => {
  const fields = {
    'scope.tag': 'No such tag.',
    'condition.threshold': 'Too much.',
    'condition.forSeconds': 'Too long.',
  };
  expect(serverRemarks(fields)).toEqual({ scope: 'No such tag.', condition: 'Too much.', hold: 'Too long.' });
});
