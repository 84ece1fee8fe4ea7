import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { checkConnectionLimit } from './connection-limit.ts';
import type { Database } from './database.ts';
import { databaseFailure } from './failure.ts';
import { failureReason } from './is-away.ts';
import { databaseStartError } from './start-failure.ts';

const usualPatienceMs = 10_000;
const pauseMs = 500;

/** 57P03 is PostgreSQL's "the database system is starting up". */
const temporary = new Set(['ECONNREFUSED', 'ENOENT', 'EAI_AGAIN', 'ECONNRESET', '57P03']);

/** What a machine that is off, or an address that nobody has now, gives besides. */
const unreachable = new Set(['ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN']);

/** Waits for a server that starts at the same time as this one, or without an end; throws a StartError when it cannot be reached or used. */
export async function reach(database: Database, url: string, patienceMs = usualPatienceMs): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const failure = await database.pool.query('SELECT 1').then(
      () => undefined,
      (error: Error & { code?: string }) => error,
    );
    if (!failure) return checkConnectionLimit(database);
    const isEndless = patienceMs === Number.POSITIVE_INFINITY;
    if (!(isEndless ? mayRecover(failure) : temporary.has(failure.code ?? '')) || Date.now() > end) {
      // It can be reached, and reports itself what is wrong.
      const what = databaseFailure(failure);
      if (what && what !== 'away') throw databaseStartError(failure) ?? failure;
      const { host } = new URL(url);
      throw new StartError(
        `The database at ${host} cannot be reached: ${failureReason(failure)}. Check DATABASE_URL.`,
        {
          cause: failure,
        },
      );
    }
    await wait(pauseMs);
  }
}

/** Whether it may be reached and used later without anybody changing a setting. */
function mayRecover(failure: Error & { code?: string }): boolean {
  const what = databaseFailure(failure);
  return what === 'away' || what === 'busy' || unreachable.has(failure.code ?? '') || temporary.has(failure.code ?? '');
}
