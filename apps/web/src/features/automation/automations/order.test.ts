import type { Automation, AutomationDefinition, RuleDefinition, TimerDefinition } from '@cyno/contract';
import { expect, test } from 'vitest';
import { namesOf } from '../definitions/index.ts';
import { sortAutomations } from './order.ts';

const names = namesOf([], new Map());
const action = { kind: 'event', name: 'led', value: '1' } as const;
const list = (...definitions: AutomationDefinition[]) =>
  definitions.map((definition, id) => ({ id, espid: 'a', definition }) as unknown as Automation);
const ids = (automations: readonly Automation[]) => automations.map(({ id }) => id);

const timer = (at: TimerDefinition['at'], repeat: TimerDefinition['repeat'] = { type: 'daily' }): TimerDefinition => ({
  kind: 'timer',
  at,
  repeat,
  action,
});
const at = (secondOfDay: number) => ({ type: 'time', secondOfDay }) as const;
const sunset = { type: 'sun', event: 'sunset', offsetMinutes: -60 } as const;

const rule = (espid: string, key: string, threshold: number): RuleDefinition => ({
  kind: 'rule',
  conditions: [{ espid, key, comparison: '>', threshold, release: null }],
  forSeconds: 0,
  action,
  back: null,
  limit: null,
  activeHours: null,
});

test('timers come by their time of day, those that run once by their day after all others', () => {
  const { timers, rules } = sortAutomations(
    list(
      timer(at(60), { type: 'once', date: '2026-12-01' }),
      timer(at(64_900)),
      timer(sunset),
      timer(at(3_600)),
      timer(at(70_000), { type: 'once', date: '2026-11-30' }),
      timer(at(600)),
    ),
    names,
  );
  expect(ids(timers)).toEqual([5, 3, 2, 1, 4, 0]);
  expect(rules).toEqual([]);
});

test("rules come by what they watch: the device's own first, and limits in order of their size", () => {
  const { rules } = sortAutomations(
    list(rule('b', 'level', 1), rule('a', 'temp', 30), rule('a', 'soil', 100), rule('a', 'soil', 20)),
    names,
  );
  expect(ids(rules)).toEqual([3, 2, 1, 0]);
});
