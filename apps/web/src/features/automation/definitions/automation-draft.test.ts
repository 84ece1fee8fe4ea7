import type { AutomationDefinition } from '@cyno/contract';
import { expect, test } from 'vitest';
import { controlOf } from '../../../../test/widgets.ts';
import {
  addedParts,
  type Draft,
  definitionOf,
  draftOf,
  emptyDraft,
  type Problems,
  serverProblems,
} from './automation-draft.ts';
import type { ValueDraft } from './conditions-draft.ts';

const pump = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 } as const;
const mode = { kind: 'event', name: 'Mode', value: 'auto' } as const;
const watched = { key: 'soil', comparison: '<', threshold: 20.5, release: 35 } as const;
const dry = { ...watched, espid: 'a' } as const;

const definitions: AutomationDefinition[] = [
  { kind: 'timer', at: { type: 'time', secondOfDay: 25_201 }, repeat: { type: 'daily' }, action: pump },
  {
    kind: 'timer',
    at: { type: 'sun', event: 'sunset', offsetMinutes: -45 },
    repeat: { type: 'once', date: '2026-11-25' },
    action: mode,
  },
  {
    kind: 'timer',
    at: { type: 'sun', event: 'sunrise', offsetMinutes: 0 },
    repeat: { type: 'weekly', days: [0, 3] },
    action: { kind: 'output', pin: 'D5', mode: 'pwm', value: 128 },
  },
  { kind: 'rule', conditions: [dry], forSeconds: 0, action: pump, back: null, limit: null, activeHours: null },
  {
    kind: 'rule',
    conditions: [dry, { ...dry, espid: 'b', comparison: '!=', threshold: 0, release: null }],
    forSeconds: 5_400,
    action: pump,
    back: 0,
    limit: { seconds: 45, value: 0 },
    activeHours: { from: 64_800, to: 21_600, days: [1, 2] },
  },
  {
    kind: 'rule',
    conditions: [dry],
    forSeconds: 7_200,
    action: mode,
    back: 'sleep',
    limit: { seconds: 60, value: 'off' },
    activeHours: null,
  },
  {
    kind: 'rule',
    next: [mode, { kind: 'wait', seconds: 600 }, { kind: 'if', condition: dry }, { kind: 'notify', text: 'Look' }],
    otherwise: [
      pump,
      {
        kind: 'if',
        condition: {
          kind: 'joined',
          match: 'any',
          conditions: [{ kind: 'alert', ruleId: 5, espid: 'A', state: 'active' }],
          groups: [[dry, { ...watched, kind: 'devices', match: 'any', scope: { kind: 'group', groupId: 4 } }]],
          activeHours: { from: 3_600, to: 7_200, days: [1] },
        },
      },
      { kind: 'if', condition: { kind: 'joined', conditions: [], activeHours: { from: 0, to: 60, days: [0, 6] } } },
      { kind: 'scene', sceneId: 7 },
    ],
    whileRunning: 'queue',
    match: 'any',
    conditions: [
      dry,
      { ...watched, kind: 'devices', match: 'all', scope: { kind: 'tag', tag: 'north' } },
      { kind: 'alert', ruleId: 5, espid: null, state: 'cleared' },
    ],
    groups: [[dry, { ...dry, key: 'light' }]],
    forSeconds: 0,
    action: pump,
    back: null,
    limit: null,
    activeHours: null,
  },
];

test.each(definitions)('an automation comes out of the fields as it went in: %#', (definition) => {
  expect(definitionOf(draftOf(definition, null))).toEqual({ definition, problems: {} });
});

test('a length of time is shown in its largest whole unit', () => {
  const draft = draftOf(definitions[4] as AutomationDefinition, 'Night');
  expect(draft).toMatchObject({ name: 'Night', hold: { amount: '90', unit: 'minutes' }, limit: { unit: 'seconds' } });
});

test('days are sent in the order of the week, and a comma is a point', () => {
  const action = { ...pump, value: '1' };
  const timer = definitionOf({ ...emptyDraft, action, repeat: 'weekly', days: [5, 0, 2] });
  expect(timer.definition).toMatchObject({ repeat: { days: [0, 2, 5] } });
  const condition: ValueDraft = { ...dry, id: 0, threshold: '20,5', release: null };
  const rule = definitionOf({ ...emptyDraft, kind: 'rule', action, conditions: [condition] });
  expect(rule.definition).toMatchObject({ conditions: [{ threshold: 20.5 }] });
});

test('what an equality cannot have is not sent', () => {
  const condition: ValueDraft = { ...dry, id: 0, comparison: '==', threshold: '1', release: '2' };
  const { definition } = definitionOf({
    ...emptyDraft,
    kind: 'rule',
    action: { ...pump, value: '1' },
    conditions: [condition],
  });
  expect(definition).toMatchObject({ conditions: [{ release: null }] });
});

const whole: Draft = {
  ...emptyDraft,
  action: { ...pump, value: '1' },
  conditions: [{ ...dry, id: 0, threshold: '20', release: null }],
};
const level = { kind: 'output', pin: 'D5', mode: 'pwm', value: '256' } as const;
const withCondition = (change: Partial<ValueDraft>): Partial<Draft> => ({
  kind: 'rule',
  conditions: [{ ...dry, id: 0, threshold: '20', release: null, ...change }],
});

test.each<[Partial<Draft>, Problems]>([
  [{ action: null }, { action: 'Choose what to do.' }],
  [{ action: { ...mode, name: ' ' } }, { action: 'Type the name of the event.' }],
  [{ action: { ...mode, value: '' } }, { action: 'Type a value.' }],
  [{ action: level }, { action: 'Type a whole number from 0 to 255.' }],
  [{ secondOfDay: null }, { at: 'Type a time.' }],
  [{ next: [{ id: 0, kind: 'action', action: null }] }, { 'next 0': 'Choose what to do.' }],
  [
    { kind: 'rule', otherwise: [{ id: 0, kind: 'wait', duration: { amount: '25', unit: 'hours' } }] },
    { 'otherwise 0': 'Type a time from 1 second to 24 hours.' },
  ],
  [
    {
      next: [
        {
          id: 0,
          kind: 'if',
          match: 'all',
          conditions: [{ ...dry, id: 0, threshold: '', release: null }],
          groups: [],
          hours: { from: 0, to: 0, days: [] },
        },
      ],
    },
    { 'next 0 condition 0': 'Type a number, such as 1000 or 21.5.', 'next 0 hours': 'Type two different times.' },
  ],
  [{ moment: 'before sunset', sunMinutes: '181' }, { at: 'Type whole minutes from 1 to 180.' }],
  [{ moment: 'after sunrise', sunMinutes: '' }, { at: 'Type whole minutes from 1 to 180.' }],
  [{ repeat: 'once' }, { repeat: 'Choose a day.' }],
  [{ repeat: 'weekly', days: [] }, { repeat: 'Choose at least one day.' }],
  [{ kind: 'rule', conditions: [] }, { 'condition 0': 'Choose a value to watch.' }],
  [
    { kind: 'rule', conditions: [], groups: [whole.conditions.map((one) => ({ ...one, threshold: '' }))] },
    { 'group 0 condition 0': 'Type a number, such as 1000 or 21.5.' },
  ],
  [withCondition({ threshold: '' }), { 'condition 0': 'Type a number, such as 1000 or 21.5.' }],
  [withCondition({ threshold: '1,000' }), { 'condition 0': 'Type a number, such as 1000 or 21.5.' }],
  [withCondition({ threshold: 'dry' }), { 'condition 0': 'Type a number, such as 1000 or 21.5.' }],
  [withCondition({ release: '' }), { 'condition 0': 'Type the second number.' }],
  [withCondition({ release: '20' }), { 'condition 0': 'The second number must be above the first.' }],
  [withCondition({ comparison: '>=', release: '21' }), { 'condition 0': 'The second number must be below the first.' }],
  [{ kind: 'rule', hold: { amount: '25', unit: 'hours' } }, { hold: 'Type a time from 1 second to 24 hours.' }],
  [
    { kind: 'rule', limit: { amount: '0', unit: 'seconds', value: '0' } },
    { limit: 'Type a time from 1 second to 24 hours.' },
  ],
  [{ kind: 'rule', action: { ...mode }, back: '' }, { back: 'Type a value.' }],
  [{ kind: 'rule', hours: { from: 1, to: 1, days: [1] } }, { hours: 'Type two different times.' }],
  [{ kind: 'rule', hours: { from: null, to: 1, days: [1] } }, { hours: 'Type both times.' }],
  [{ kind: 'rule', hours: { from: 0, to: 1, days: [] } }, { hours: 'Choose at least one day.' }],
])('what is missing or wrong is said where it is: %#', (change, problems) => {
  expect(definitionOf({ ...whole, ...change })).toEqual({ definition: null, problems });
});

test('a number is taken with the minus sign that a sentence prints', () => {
  const { definition } = definitionOf({ ...whole, ...withCondition({ threshold: '−4,5', release: null }) });
  expect(definition).toMatchObject({ conditions: [{ threshold: -4.5 }] });
});

const number = { widget: 'number', min: -10, max: 100 } as const;
const sending = (value: string): Partial<Draft> => ({ action: { kind: 'event', name: 'target', value } });

test.each([
  [number, '21.5 °C', 'Type a number from -10 to 100.'],
  [number, '500', 'Type a number from -10 to 100.'],
  [{ ...number, widget: 'slider' as const }, '−11', 'Type a number from -10 to 100.'],
  [{ ...number, max: null }, '-11', 'Type a number of at least -10.'],
  [{ ...number, min: null }, '101', 'Type a number of at most 100.'],
  [{ ...number, min: null, max: null }, '1,000', 'Type a number, such as 1000 or 21.5.'],
])('an event that is set up as %j is not sent %s', (settings, value, problem) => {
  const control = controlOf({ target: settings });
  const ends = { kind: 'rule' as const, back: value };
  expect(definitionOf({ ...whole, ...sending(value) }, control).problems).toEqual({ action: problem });
  expect(definitionOf({ ...whole, ...sending('1'), ...ends }, control).problems).toEqual({ back: problem });
  expect(definitionOf({ ...whole, ...sending(value) }).problems).toEqual({});
});

test('an event that is set up as a number is sent one', () => {
  const control = controlOf({ target: number });
  const { definition } = definitionOf({ ...whole, ...sending(' −2,50 ') }, control);
  expect(definition?.action).toEqual({ kind: 'event', name: 'target', value: '-2.5' });
  expect(definitionOf({ ...whole, ...sending('auto') }, controlOf({ target: {} })).problems).toEqual({});
});

test('parts that are not in the sentence are not looked at', () => {
  expect(definitionOf({ ...whole, moment: 'time', sunMinutes: 'x', days: [], conditions: [] }).problems).toEqual({});
});

test('an added part undoes what the rule does', () => {
  expect(addedParts.back(whole)).toEqual({ back: '0' });
  expect(addedParts.limit({ ...whole, action: { ...level, value: '200' } }).limit?.value).toBe('0');
  expect(addedParts.back({ ...whole, action: { ...mode } })).toEqual({ back: '' });
});

test("the server's remarks stand at the parts that they are about", () => {
  const fields = {
    'definition.conditions.1.key': 'a',
    'definition.groups.2.1.threshold': 'e',
    'definition.activeHours.days': 'b',
    name: 'c',
    action: 'd',
    'definition.next.3.value': 'f',
  };
  expect(serverProblems(fields)).toEqual({
    'next 3': 'f',
    'condition 1': 'a',
    'group 2 condition 1': 'e',
    hours: 'b',
    action: 'd',
  });
});
