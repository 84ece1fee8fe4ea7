import { expect, test } from 'vitest';
import { AlertRuleDirectory } from './alert-rule-directory.ts';
import type { AlertRuleRecord } from './alert-rules.repository.ts';

test('of two changes that arrive in the wrong order the later one stays', () => {
  const directory = new AlertRuleDirectory({ repository: { listAll: async () => [] } });
  const first = { id: 7, accountId: 1, enabled: true, updatedAt: 1_000 } as AlertRuleRecord;
  const second = { ...first, enabled: false, updatedAt: 1_001 };
  directory.put(second);
  directory.put(first);
  expect(directory.find(1, 7)).toBe(second);
  const muted = { ...second, mutedUntil: 9_000 };
  directory.put(muted);
  expect(directory.find(1, 7)).toBe(muted);
});
