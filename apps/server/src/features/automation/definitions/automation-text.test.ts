import { automationNameIn, type RuleCondition, type RuleDefinition, type TimerDefinition } from '@cyno/contract';
import { expect, test } from 'vitest';
import { nameOf } from './automation-text.ts';

const below = (key: string, threshold = 20): RuleCondition => ({
  ...{ espid: 'A', key, comparison: '<' },
  threshold,
  release: null,
});
const rule = (more: Partial<RuleDefinition>): RuleDefinition => ({
  kind: 'rule',
  conditions: [],
  forSeconds: 0,
  action: { kind: 'notify', text: 'Look' },
  back: null,
  limit: null,
  activeHours: null,
  ...more,
});
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => below(key)) as [
  RuleCondition,
  RuleCondition,
  RuleCondition,
  RuleCondition,
];

const scope = { kind: 'tag', tag: 'north' } as const;
const tagged: RuleCondition = {
  ...{ kind: 'devices', scope, match: 'any', key: 'a', comparison: '>=' },
  threshold: 3.5,
  release: null,
};
const blanks: RuleCondition = {
  ...{ kind: 'devices', scope: { kind: 'tag', tag: 'north field' }, match: 'any', key: 'soil moisture' },
  ...{ comparison: '<', threshold: 20, release: null },
};
const atLeast: RuleCondition = { espid: 'A', key: 'a', comparison: '>=', threshold: 20, release: null };

test.each<[string, string, Partial<RuleDefinition>]>([
  ['a below 20', 'a ต่ำกว่า 20', { conditions: [a] }],
  ['a below -3e-4', 'a ต่ำกว่า -3e-4', { conditions: [below('a', -0.0003)] }],
  ['a below 1e+21', 'a ต่ำกว่า 1e+21', { conditions: [below('a', 1e21)] }],
  ['soil moisture below 20', 'soil moisture ต่ำกว่า 20', { conditions: [below('soil moisture')] }],
  ['level of tank 2 below 20', 'level of tank 2 ต่ำกว่า 20', { conditions: [below('level of tank 2')] }],
  ['wind and rain below 20', 'wind and rain ต่ำกว่า 20', { conditions: [below('wind and rain')] }],
  [
    'a at or above 20 and wind and rain below 20',
    'a ตั้งแต่ 20 ขึ้นไป และ wind and rain ต่ำกว่า 20',
    { conditions: [atLeast, below('wind and rain')] },
  ],
  [
    'soil moisture of any device tagged north field below 20 and air temp below 20',
    'soil moisture ของอุปกรณ์ที่มีแท็ก north field (เครื่องใดก็ได้) ต่ำกว่า 20 และ air temp ต่ำกว่า 20',
    { conditions: [blanks, below('air temp')] },
  ],
  ['a below 20 and b below 20', 'a ต่ำกว่า 20 และ b ต่ำกว่า 20', { conditions: [a, b] }],
  [
    'a below 20, b below 20 or c below 20',
    'a ต่ำกว่า 20 หรือ b ต่ำกว่า 20 หรือ c ต่ำกว่า 20',
    { match: 'any', conditions: [a, b, c] },
  ],
  [
    'a below 20, and either b below 20 or c below 20',
    'a ต่ำกว่า 20 และ (b ต่ำกว่า 20 หรือ c ต่ำกว่า 20)',
    { conditions: [a], groups: [[b, c]] },
  ],
  [
    'a below 20, or b below 20 and c below 20',
    'a ต่ำกว่า 20 หรือ (b ต่ำกว่า 20 และ c ต่ำกว่า 20)',
    { match: 'any', conditions: [a], groups: [[b, c]] },
  ],
  [
    'either a below 20 or b below 20, and either c below 20 or d below 20',
    '(a ต่ำกว่า 20 หรือ b ต่ำกว่า 20) และ (c ต่ำกว่า 20 หรือ d ต่ำกว่า 20)',
    {
      groups: [
        [a, b],
        [c, d],
      ],
    },
  ],
  [
    'a of any device tagged north at or above 3.5',
    'a ของอุปกรณ์ที่มีแท็ก north (เครื่องใดก็ได้) ตั้งแต่ 3.5 ขึ้นไป',
    { conditions: [tagged] },
  ],
  ['an active alert', 'มีการเตือน', { conditions: [{ kind: 'alert', ruleId: 1, espid: null, state: 'active' }] }],
])('a rule without a name is called after its conditions: %s', (text, thai, more) => {
  const name = nameOf({ name: null, definition: rule(more) });
  expect(name).toBe(text);
  expect(automationNameIn(name, 'th')).toBe(thai);
});

test.each<[string, string, Pick<TimerDefinition, 'at' | 'repeat'>]>([
  [
    'every day at 07:00',
    'ทุกวัน เวลา 07:00 น.',
    { at: { type: 'time', secondOfDay: 25_200 }, repeat: { type: 'daily' } },
  ],
  [
    'on Monday and Friday 30 minutes before sunset',
    'ทุกวันจันทร์ วันศุกร์ ก่อนพระอาทิตย์ตก 30 นาที',
    { at: { type: 'sun', event: 'sunset', offsetMinutes: -30 }, repeat: { type: 'weekly', days: [5, 1] } },
  ],
  [
    'on 2026-12-01 at sunrise',
    'วันที่ 2026-12-01 ตอนพระอาทิตย์ขึ้น',
    { at: { type: 'sun', event: 'sunrise', offsetMinutes: 0 }, repeat: { type: 'once', date: '2026-12-01' } },
  ],
])('a timer without a name is called after its time: %s', (text, thai, more) => {
  const name = nameOf({
    name: null,
    definition: { kind: 'timer', action: rule({}).action, ...more } as TimerDefinition,
  });
  expect(name).toBe(text);
  expect(automationNameIn(name, 'th')).toBe(thai);
});

test.each([
  'Soil below 20 today',
  'On Monday',
  'Night',
  'a and b',
  'Water at 07:00',
  'Water when soil below 20',
  'Alert if level not 0',
  'Pump 2 and not 3',
])('what people chose stays: %s', (name) => {
  expect(automationNameIn(name, 'th')).toBe(name);
});
