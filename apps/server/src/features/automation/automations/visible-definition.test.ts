import { type AutomationDefinition, automationDefinition } from '@cyno/contract';
import { expect, test } from 'vitest';
import { visibleDefinition } from './visible-definition.ts';

const soil = { key: 'soil', comparison: '<', threshold: 20, release: null } as const;
const definition: AutomationDefinition = {
  kind: 'rule',
  conditions: [
    { espid: 'mine', ...soil },
    { espid: 'secret-1', ...soil },
    { kind: 'devices', scope: { kind: 'devices', espids: ['secret-2', 'mine', 'secret-3'] }, match: 'any', ...soil },
  ],
  groups: [
    [
      { kind: 'alert', ruleId: 1, espid: 'secret-4', state: 'active' },
      { kind: 'alert', ruleId: 1, espid: null, state: 'active' },
    ],
  ],
  activeHours: null,
  forSeconds: 0,
  action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 },
  back: null,
  limit: null,
  next: [
    { kind: 'if', condition: { kind: 'value', espid: 'secret-5', ...soil } },
    { kind: 'wait', seconds: 5 },
  ],
  otherwise: [
    {
      kind: 'if',
      condition: { kind: 'joined', conditions: [{ espid: 'secret-6', ...soil }], activeHours: null },
    },
  ],
};

test('devices that somebody may not see have no id, wherever an automation names them, and the rest is as it is', () => {
  const seen = visibleDefinition(definition, (espid) => espid === 'mine');
  expect(JSON.stringify(seen)).not.toContain('secret');
  expect(automationDefinition.parse(seen)).toEqual(
    JSON.parse(JSON.stringify(definition).replaceAll(/secret-[1-6]/g, 'another device'), (key, value) =>
      key === 'espids' ? [...new Set(value)] : value,
    ),
  );
  expect(visibleDefinition(definition, () => true)).toEqual(definition);
});
