import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import { asAccount, watchRequesters } from '../../../../test/requesters.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { AccountChanges } from './account-changes.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('who changes an account does not read how all others stand that changed', async () => {
  const nothing = () => undefined;
  const holders = { forget: nothing, sessionsEnded: nothing, tokensRevoked: nothing };
  const changes = new AccountChanges({
    database: db.database,
    log: silentLogger,
    bus: new EventBus({ log: silentLogger }),
    holders,
  });
  const requesters = watchRequesters(db.database.pool);
  await Promise.all([asAccount(() => changes.changed(1)), changes.changed(2)]);
  expect(requesters).toEqual(new Set(['server']));
});
