import type {
  AutomationDefinition,
  AutomationStep,
  BlueprintInput,
  RuleCondition,
  RuleDefinition,
} from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { completed } from './complete-blueprint.ts';
import { exportAutomation } from './export-blueprint.ts';
import type { Json } from './placeholders.ts';
import { withoutPrivate } from './private-text.ts';
import { readBlueprint } from './read-blueprint.ts';

const espid = 'A';
const dry = { espid, key: 'soil', comparison: '<', threshold: 20, release: 25 } as const;
const { espid: _, ...ofSeveral } = dry;
const conditions: { [Kind in NonNullable<RuleCondition['kind']>]: RuleCondition } = {
  value: { ...dry, espid: 'B', release: null },
  devices: { kind: 'devices', scope: { kind: 'tag', tag: 'North' }, match: 'all', ...ofSeveral },
  alert: { kind: 'alert', ruleId: 713, espid: 'B', state: 'unacknowledged' },
};
const joined: AutomationStep = {
  kind: 'if',
  condition: {
    kind: 'joined',
    match: 'any',
    conditions: Object.values(conditions),
    groups: [
      [dry, { ...dry, key: 'light', comparison: '!=' }],
      [conditions.alert, { kind: 'devices', scope: { kind: 'all' }, match: 'any', ...ofSeveral }],
    ],
    activeHours: { from: 64_800, to: 21_600, days: [0, 6] },
  },
};
/** One or several of each kind of step. */
const steps: { [Kind in AutomationStep['kind']]: AutomationStep[] } = {
  output: [
    { kind: 'output', pin: '4', mode: 'digit', value: 1 },
    { kind: 'output', pin: '5', mode: 'pwm', value: 128 },
  ],
  event: [{ kind: 'event', name: 'mode', value: 'night' }],
  scene: [{ kind: 'scene', sceneId: 712 }],
  notify: [{ kind: 'notify', text: '{device} sent {value}: soil is {soil}, light is {light}' }],
  wait: [{ kind: 'wait', seconds: 90 }],
  if: [
    { kind: 'if', condition: dry },
    { kind: 'if', condition: { kind: 'joined', conditions: [], activeHours: { from: 0, to: 60, days: [1] } } },
    joined,
  ],
};
const rule: RuleDefinition = {
  kind: 'rule',
  match: 'any',
  conditions: [dry, ...Object.values(conditions)],
  groups: [[dry, conditions.alert]],
  forSeconds: 60,
  action: { kind: 'output', pin: '4', mode: 'digit', value: 1 },
  back: 0,
  limit: { seconds: 600, value: 0 },
  activeHours: { from: 3_600, to: 7_200, days: [1, 2] },
};
const timer = (next: AutomationStep[]): AutomationDefinition => ({
  kind: 'timer',
  at: { type: 'sun', event: 'sunset', offsetMinutes: -30 },
  repeat: { type: 'weekly', days: [1, 5] },
  action: { kind: 'event', name: 'mode', value: 'day' },
  next,
  whileRunning: 'queue',
});

/** What somebody chooses who imports it into the same account: what stands in the original in the place of each input. */
function originals(part: Json, original: Json, found = new Map<string, Json>()): Map<string, Json> {
  if (part === null || typeof part !== 'object') return found;
  const { input } = part as { readonly input?: Json };
  if (typeof input === 'string') return found.set(input, original);
  for (const [key, value] of Object.entries(part)) {
    originals(value, (original as { readonly [key: string]: Json })[key] ?? null, found);
  }
  return found;
}

/** An automation as a blueprint, with these parts or (null) the usual ones to be chosen. */
const exported = (definition: AutomationDefinition, inputs: string[] | null) =>
  exportAutomation(
    { espid, definition },
    {
      request: { name: 'Water', description: '', inputs },
      names: {
        hasVariable: (_espid, key) => key === 'soil' || key === 'light',
        variable: (_espid, key) => ({ label: key, unit: '' }),
        output: (_espid, pin) => `Output ${pin}`,
        event: (_espid, name) => name,
      },
      withoutPrivate: withoutPrivate([]),
    },
  );

/** The automation after it was copied as text and imported again. */
function imported(definition: AutomationDefinition, inputs: string[] | null): unknown {
  const blueprint = readBlueprint(JSON.stringify(exported(definition, inputs).blueprint));
  if (blueprint.kind !== 'automation') throw new TypeError('It is no automation.');
  const chosen = originals(blueprint.definition, definition as unknown as Json);
  // A variable that only a text names stands nowhere else.
  const original = (input: BlueprintInput) =>
    input.kind === 'text' ? input.default : (chosen.get(input.id) ?? ('default' in input ? input.default : espid));
  return completed(blueprint, (input) => original(input) as string);
}

const definitions: [string, AutomationDefinition][] = [
  ['a rule', rule],
  ...Object.entries(steps).flatMap(([kind, all]): [string, AutomationDefinition][] => [
    [`a rule with steps ${kind}`, { ...rule, next: all, otherwise: all.toReversed() }],
    [`a timer with steps ${kind}`, timer(all)],
  ]),
  ['a timer with all steps', timer(Object.values(steps).flat())],
];

describe.each(definitions)('%s', (_name, definition) => {
  test.each([
    ['as many inputs as possible', null],
    ['no more inputs than needed', []],
    ['some inputs', ['soil', 'soil_limit', 'hold', 'message', 'pause', 'output_4']],
  ])('is the same after it was copied as text with %s and imported again', (_inputs, inputs) => {
    expect(imported(definition, inputs)).toEqual({ kind: 'automation', definition });
  });
});

test('what has more parts than a blueprint has inputs begins with those that have to be chosen', () => {
  const manyLimits = timer(Array.from({ length: 15 }, () => joined));
  expect(imported(manyLimits, null)).toEqual({ kind: 'automation', definition: manyLimits });
  const all = exported(manyLimits, null).parts.map(({ id }) => id);
  expect(() => exported(manyLimits, all)).toThrow(/room for 40 things to choose, and here are \d+\. Choose fewer/);
});
