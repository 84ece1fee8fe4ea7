import { expect, test, vi } from 'vitest';
import type { Database } from './database.ts';
import { reach } from './reach.ts';

const url = 'postgres://cyno@db.example.com/cyno';
const ofSystem = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect' });
const ofDatabase = (code: string) => Object.assign(new Error(code), { code, severity: 'FATAL' });

/** A database that fails in these ways, one after the other, and then works. */
function databaseAfter(...failures: Error[]) {
  const query = vi.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return { rows: [] };
  });
  return { query, database: { pool: { query } } as unknown as Database };
}

test('without an end it is waited for whatever ends by itself, such as a machine that is off', async () => {
  const failures = [
    ofSystem('ENOTFOUND'),
    ofSystem('EHOSTUNREACH'),
    ofSystem('ETIMEDOUT'),
    new Error('Connection terminated due to connection timeout'),
    ofDatabase('53300'),
    ofDatabase('57P03'),
  ];
  const { query, database } = databaseAfter(...failures);
  await reach(database, url, Number.POSITIVE_INFINITY);
  // And how many connections there may be.
  expect(query).toHaveBeenCalledTimes(failures.length + 2);
});

test('what somebody has to set right is reported at once', async () => {
  const refused = databaseAfter(ofDatabase('28P01'));
  await expect(reach(refused.database, url, Number.POSITIVE_INFINITY)).rejects.toThrow();
  expect(refused.query).toHaveBeenCalledOnce();
  await expect(reach(databaseAfter(ofSystem('ENOTFOUND')).database, url)).rejects.toThrow(
    'The database at db.example.com cannot be reached: ENOTFOUND. Check DATABASE_URL.',
  );
});
