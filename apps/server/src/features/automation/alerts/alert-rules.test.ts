import { beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { AlertRuleDirectory } from './alert-rule-directory.ts';
import type { AlertRuleRecord } from './alert-rules.repository.ts';
import { AlertRules } from './alert-rules.service.ts';

const rule = {
  id: 7,
  accountId: 1,
  scope: { kind: 'all' },
  builtIn: false,
  mutedUntil: null,
  updatedAt: 0,
} as AlertRuleRecord;
let directory: AlertRuleDirectory;
let rules: AlertRules;
/** What happens while the alerts of a snoozed rule become quiet. */
let meanwhile: () => Promise<void>;

beforeEach(() => {
  directory = new AlertRuleDirectory({ repository: { listAll: async () => [] } });
  directory.put(rule);
  rules = new AlertRules({
    repository: {
      mute: async (_accountId: number, _id: number, mutedUntil: number | null) => ({ ...rule, mutedUntil }),
      remove: async () => true,
      activeOf: async () => new Map(),
    } as never,
    directory,
    runner: { apply: () => undefined },
    quietTimes: { ruleMuted: () => meanwhile(), changed: async () => undefined },
    devices: { ofAccount: () => [], findOwned: () => undefined },
    groups: { has: async () => false },
    automation: { readersOfAlert: () => [] },
    bus: new EventBus({ log: silentLogger }),
    clock: { now: () => 0 },
  });
});

test('a rule that is deleted while it is snoozed stays deleted', async () => {
  meanwhile = () => rules.remove(1, 7);
  await rules.mute(1, 7, 5);
  expect(directory.find(1, 7)).toBeUndefined();
});

test('a rule is known as snoozed as soon as that is stored', async () => {
  meanwhile = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  await expect(rules.mute(1, 7, 5)).rejects.toThrow('Connection');
  expect(directory.find(1, 7)).toMatchObject({ mutedUntil: 5 * 60_000 });
});
