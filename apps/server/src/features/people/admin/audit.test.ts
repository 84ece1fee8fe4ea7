import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { type Actor, Audit, commandLine } from './index.ts';

let db: TestDatabase;
let audit: Audit;
const ann: Actor = { id: 1, name: 'ann@example.com', ip: '192.0.2.1' };

beforeAll(async () => {
  db = await createTestDatabase();
  audit = new Audit(db.database);
  for (let id = 1; id <= 5; id += 1) {
    const target = { id, name: `user${id}@example.com` };
    await audit.record({ actor: id % 2 ? ann : commandLine, action: 'account.disabled', target, details: { id } });
  }
  await audit.record({ actor: ann, action: 'log.downloaded', details: { file: 'a_b%.log' } });
});
afterAll(() => db.drop());

test.each([
  `UPDATE audit_log SET actor = 'nobody'`,
  `UPDATE audit_log SET details = '{}' WHERE id = 1`,
  'DELETE FROM audit_log',
  'DELETE FROM audit_log WHERE id = 1',
  'TRUNCATE audit_log',
  'TRUNCATE audit_log CASCADE',
  `INSERT INTO audit_log (id, actor, action) OVERRIDING SYSTEM VALUE VALUES (1, 'x', 'y')
    ON CONFLICT (id) DO UPDATE SET actor = 'x'`,
])('the database refuses %s', async (statement) => {
  await expect(db.database.pool.query(statement)).rejects.toThrow('The audit log is only ever added to.');
  expect((await audit.list({ limit: 100 })).entries).toHaveLength(6);
});

test('entries come newest first, page by page', async () => {
  const first = await audit.list({ limit: 4 });
  expect(first.entries.map((entry) => entry.details)).toEqual([{ file: 'a_b%.log' }, { id: 5 }, { id: 4 }, { id: 3 }]);
  const second = await audit.list({ limit: 4, before: first.next ?? 0 });
  expect(second.entries.map((entry) => entry.details)).toEqual([{ id: 2 }, { id: 1 }]);
  expect(second.next).toBeNull();
});

test.each([
  [{ targetId: 3 }, 1],
  [{ target: 'USER3@' }, 1],
  [{ target: 'user_@' }, 0],
  [{ actor: 'command' }, 2],
  [{ actor: 'ann', action: 'account.disabled' as const }, 3],
  [{ action: 'log.downloaded' as const }, 1],
])('%j', async (filter, found) => {
  expect((await audit.list({ ...filter, limit: 100 })).entries).toHaveLength(found);
});

test('an action that is rolled back takes its entry with it', async () => {
  const undone = db.database.orm.transaction(async (transaction) => {
    await audit.record({ actor: ann, action: 'account.enabled' }, transaction);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await audit.list({ action: 'account.enabled', limit: 1 })).entries).toEqual([]);
});
