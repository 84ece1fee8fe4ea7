import type { AutomationDefinition, ControlState, Device, RuleDefinition, TimerDefinition } from '@cyno/contract';
import { expect, test } from 'vitest';
import { namesOf } from './names.ts';
import { plainSentence } from './rich-text.ts';
import { sentenceOf } from './sentence.ts';

const variable = (key: string, label: string, unit: string, value: number | boolean) => ({ key, label, unit, value });
const devices = [
  {
    espid: 'green',
    name: 'Greenhouse',
    variables: [variable('soil', 'soil', '%', 20), variable('door', 'Door', '', true)],
  },
  { espid: 'valves', name: 'Valve box', variables: [variable('level', 'Level', 'cm', 20)] },
] as unknown as Device[];
const event = (name: string, label: string | null, widget: string) => ({ name, label, widget });
const control = {
  outputs: [{ pin: 'D1', name: 'Pump' }],
  events: [event('Mode', null, 'choice'), event('Lamp', 'Night lamp', 'switch'), event('Go', 'Start', 'button')],
} as unknown as ControlState;
const names = namesOf(devices, new Map([['green', control]]), {
  scenes: [{ id: 3, name: 'Evening' }],
  groups: [{ id: 4, name: 'House 1' }],
  alertRules: [{ id: 5, name: 'Too hot', builtIn: false, condition: { kind: 'silent', seconds: null } }],
});

function textOf(definition: AutomationDefinition, espid = 'green', here = 'green'): string {
  return plainSentence(sentenceOf(definition, { espid, here, names })).replaceAll('\u00a0', ' ');
}

const pump = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 } as const;
const timer = (change: Partial<TimerDefinition>): TimerDefinition => ({
  kind: 'timer',
  at: { type: 'time', secondOfDay: 25_200 },
  repeat: { type: 'daily' },
  action: pump,
  ...change,
});
const weekly = (...days: number[]) => timer({ repeat: { type: 'weekly', days } });
const sun = (offsetMinutes: number) => timer({ at: { type: 'sun', event: 'sunset', offsetMinutes } });

test.each<[AutomationDefinition, string]>([
  [timer({}), 'Every day at 07:00, turn D1 (Pump) on.'],
  [timer({ action: { kind: 'scene', sceneId: 3 } }), 'Every day at 07:00, run the scene “Evening”.'],
  [timer({ action: { kind: 'scene', sceneId: 4 } }), 'Every day at 07:00, run a scene.'],
  [timer({ at: { type: 'time', secondOfDay: 25_201 } }), 'Every day at 07:00:01, turn D1 (Pump) on.'],
  [timer({ repeat: { type: 'once', date: '2026-11-25' } }), 'Once on 11/25/2026 at 07:00, turn D1 (Pump) on.'],
  [weekly(1, 5, 3), 'On Mon, Wed, and Fri at 07:00, turn D1 (Pump) on.'],
  [weekly(5, 1, 3, 4, 2), 'On weekdays at 07:00, turn D1 (Pump) on.'],
  [weekly(6, 0), 'On weekends at 07:00, turn D1 (Pump) on.'],
  [weekly(2), 'Every Tuesday at 07:00, turn D1 (Pump) on.'],
  [weekly(0, 1, 2, 3, 4, 5, 6), 'Every day at 07:00, turn D1 (Pump) on.'],
  [sun(0), 'Every day at sunset, turn D1 (Pump) on.'],
  [sun(-30), 'Every day 30 minutes before sunset, turn D1 (Pump) on.'],
  [sun(60), 'Every day 1 hour after sunset, turn D1 (Pump) on.'],
])('a timer says when and what: %#', (definition, sentence) => {
  expect(textOf(definition)).toBe(sentence);
});

test.each<[TimerDefinition['action'], string]>([
  [{ kind: 'output', pin: 'D5', mode: 'pwm', value: 128 }, 'set D5 to 128 of 255'],
  [{ kind: 'output', pin: 'D2', mode: 'digit', value: 0 }, 'turn D2 off'],
  [{ kind: 'event', name: 'Lamp', value: '0' }, 'turn Night lamp off'],
  [{ kind: 'event', name: 'Go', value: '1' }, 'press Start'],
  [{ kind: 'event', name: 'Mode', value: 'auto' }, 'set Mode to auto'],
  [{ kind: 'event', name: 'unknown', value: '1' }, 'set unknown to 1'],
  [{ kind: 'notify', text: 'Soil is {soil}' }, 'send the message “Soil is {soil}”'],
])('an action is said as it is operated: %#', (action, text) => {
  expect(textOf(timer({ action }))).toBe(`Every day at 07:00, ${text}.`);
});

const soil = { key: 'soil', comparison: '<', threshold: 20, release: null } as const;
const dry = { ...soil, espid: 'green' } as const;
const rule = (change: Partial<RuleDefinition>): RuleDefinition => ({
  kind: 'rule',
  conditions: [dry],
  forSeconds: 0,
  action: pump,
  back: null,
  limit: null,
  activeHours: null,
  ...change,
});
const daytime = (days: number[]) => ({ from: 21_600, to: 64_800, days });

test.each<[RuleDefinition, string]>([
  [rule({}), 'When soil is below 20 %, turn D1 (Pump) on.'],
  [rule({ back: 0 }), 'When soil is below 20 %, turn D1 (Pump) on. When that no longer holds, turn D1 (Pump) off.'],
  [
    rule({ conditions: [{ ...dry, release: 35 }] }),
    'When soil is below 20 %, turn D1 (Pump) on. Not again until soil is above 35 %.',
  ],
  [
    rule({
      conditions: [dry, { espid: 'valves', key: 'level', comparison: '>=', threshold: 4.5, release: 3 }],
      back: 0,
    }),
    'When soil is below 20 % and Level of Valve box is at least 4.5 cm (until below 3 cm), turn D1 (Pump) on. When that no longer holds, turn D1 (Pump) off.',
  ],
  [
    rule({ conditions: [{ ...dry, key: 'door', comparison: '==', threshold: 1 }] }),
    'When Door is on, turn D1 (Pump) on.',
  ],
  [
    rule({ conditions: [{ ...dry, key: 'door', comparison: '!=', threshold: 1 }] }),
    'When Door is off, turn D1 (Pump) on.',
  ],
  [
    rule({ limit: { seconds: 90, value: 1 } }),
    'When soil is below 20 %, turn D1 (Pump) on for at most 90 seconds, then turn D1 (Pump) on.',
  ],
  [
    rule({ action: { kind: 'output', pin: 'D5', mode: 'pwm', value: 200 }, limit: { seconds: 60, value: 40 } }),
    'When soil is below 20 %, set D5 to 200 of 255 for at most 1 minute, then set D5 to 40 of 255.',
  ],
  [
    rule({ activeHours: daytime([1, 2, 3, 4, 5]) }),
    'Between 06:00 and 18:00 on weekdays, when soil is below 20 %, turn D1 (Pump) on.',
  ],
  [
    rule({ activeHours: daytime([0, 1, 2, 3, 4, 5, 6]) }),
    'Between 06:00 and 18:00, when soil is below 20 %, turn D1 (Pump) on.',
  ],
  [
    rule({
      next: [
        { kind: 'wait', seconds: 600 },
        { kind: 'if', condition: dry },
        { kind: 'notify', text: 'Dry' },
      ],
      otherwise: [
        { ...pump, value: 0 },
        { kind: 'notify', text: 'Wet' },
      ],
    }),
    'When soil is below 20 %, turn D1 (Pump) on, then wait 10 minutes, then continue only if soil is below 20 %, then send the message “Dry”. When that no longer holds, turn D1 (Pump) off, then send the message “Wet”.',
  ],
  [
    rule({
      next: [
        {
          kind: 'if',
          condition: {
            kind: 'joined',
            match: 'any',
            conditions: [{ kind: 'alert', ruleId: 5, espid: null, state: 'active' }],
            groups: [
              [
                { ...dry, release: 35 },
                { ...soil, kind: 'devices', match: 'all', scope: { kind: 'all' } },
              ],
            ],
            activeHours: daytime([1, 2, 3, 4, 5]),
          },
        },
        {
          kind: 'if',
          condition: { kind: 'joined', conditions: [], activeHours: daytime([0, 1, 2, 3, 4, 5, 6]) },
        },
      ],
    }),
    'When soil is below 20 %, turn D1 (Pump) on, then continue only if the alert “Too hot” is active on any device, or soil is below 20 % and soil of every device is below 20 %, and it is between 06:00 and 18:00 on weekdays, then continue only if it is between 06:00 and 18:00.',
  ],
  [
    rule({ back: 0, otherwise: [{ kind: 'notify', text: 'Wet' }] }),
    'When soil is below 20 %, turn D1 (Pump) on. When that no longer holds, turn D1 (Pump) off, then send the message “Wet”.',
  ],
  [
    rule({ match: 'any', conditions: [dry, { ...dry, key: 'door', comparison: '==', threshold: 1 }] }),
    'When soil is below 20 % or Door is on, turn D1 (Pump) on.',
  ],
  [
    rule({
      groups: [
        [
          { ...dry, release: 35 },
          { ...dry, key: 'door', comparison: '==', threshold: 1 },
        ],
      ],
      forSeconds: 60,
    }),
    'When soil is below 20 %, and either soil is below 20 % (until above 35 %) or Door is on for 1 minute, turn D1 (Pump) on.',
  ],
  [
    rule({
      match: 'any',
      groups: [
        [
          { ...dry, threshold: 40 },
          { ...dry, key: 'door', comparison: '==', threshold: 0 },
        ],
      ],
      back: 0,
    }),
    'When soil is below 20 %, or soil is below 40 % and Door is off, turn D1 (Pump) on. When that no longer holds, turn D1 (Pump) off.',
  ],
  [
    rule({ conditions: [], groups: [[dry, { ...dry, key: 'door', comparison: '==', threshold: 1 }]] }),
    'When either soil is below 20 % or Door is on, turn D1 (Pump) on.',
  ],
  [
    rule({
      conditions: [{ ...soil, kind: 'devices', match: 'any', scope: { kind: 'tag', tag: 'north' }, release: 35 }],
      back: 0,
      whileRunning: 'ignore',
    }),
    'When soil of any device tagged “north” is below 20 %, turn D1 (Pump) on. When soil of every device tagged “north” is above 35 %, turn D1 (Pump) off. A start while it is running is ignored.',
  ],
  [
    rule({
      match: 'any',
      conditions: [
        { kind: 'alert', ruleId: 5, espid: null, state: 'unacknowledged' },
        { kind: 'alert', ruleId: 9, espid: 'green', state: 'cleared' },
        { ...soil, kind: 'devices', match: 'all', scope: { kind: 'group', groupId: 4 } },
        { ...soil, kind: 'devices', match: 'any', scope: { kind: 'devices', espids: ['green', 'valves'] } },
        { ...soil, kind: 'devices', match: 'all', scope: { kind: 'all' } },
      ],
    }),
    'When the alert “Too hot” is active and not acknowledged on any device or an alert has cleared on this device or soil of every device in House 1 is below 20 % or soil of any of Greenhouse and Valve box is below 20 % or soil of every device is below 20 %, turn D1 (Pump) on.',
  ],
])('a rule says its conditions, its action and its end: %#', (definition, sentence) => {
  expect(textOf(definition)).toBe(sentence);
});

test('a rule of another device names both devices', () => {
  const definition = rule({
    conditions: [{ ...dry, release: 35 }],
    forSeconds: 300,
    limit: { seconds: 600, value: 0 },
    back: 0,
  });
  expect(textOf(definition, 'valves', 'elsewhere')).toBe(
    'When soil of Greenhouse is below 20 % for 5 minutes, turn D1 of Valve box on for at most 10 minutes. When soil of Greenhouse is above 35 %, turn D1 of Valve box off.',
  );
});

test('what the owner chose stands out, the rest does not', () => {
  const parts = sentenceOf(timer({}), { espid: 'green', here: 'green', names });
  expect(parts.filter((part) => part.strong).map(({ text }) => text)).toEqual([
    'Every day',
    '07:00',
    'D1 (Pump)',
    'on',
  ]);
});

test('a name with tags in it stays text', () => {
  const parts = sentenceOf(timer({ action: { kind: 'notify', text: '</b> & <b>' } }), {
    espid: 'green',
    here: 'green',
    names,
  });
  expect(parts.at(-2)).toEqual({ text: '“</b> & <b>”', strong: true });
});
