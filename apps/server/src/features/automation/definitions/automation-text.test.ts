import type { RuleCondition, RuleDefinition } from '@cyno/contract';
import { expect, test } from 'vitest';
import { nameOf } from './automation-text.ts';

const below = (key: string): RuleCondition => ({ espid: 'A', key, comparison: '<', threshold: 20, release: null });
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
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(below) as [RuleCondition, RuleCondition, RuleCondition, RuleCondition];

test.each<[string, Partial<RuleDefinition>]>([
  ['a below 20 and b below 20', { conditions: [a, b] }],
  ['a below 20, b below 20 or c below 20', { match: 'any', conditions: [a, b, c] }],
  ['a below 20, and either b below 20 or c below 20', { conditions: [a], groups: [[b, c]] }],
  ['a below 20, or b below 20 and c below 20', { match: 'any', conditions: [a], groups: [[b, c]] }],
  [
    'either a below 20 or b below 20, and either c below 20 or d below 20',
    {
      groups: [
        [a, b],
        [c, d],
      ],
    },
  ],
])('a rule without a name is called after its conditions: %s', (text, more) => {
  expect(nameOf({ name: null, definition: rule(more) })).toBe(text);
});
