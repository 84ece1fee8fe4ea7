import { processorTimeMs } from '../processor-time.ts';
import type { BenchServer } from '../server.ts';

const password = 'a-long-Passphrase-7';
const requests = {
  'a log-in': ['login', { password: 'wrong-guess-1' }],
  'a sign-up': ['signup', { password }],
  'a forgotten password': ['reset-request', {}],
  'a resent confirmation': ['resend-confirmation', {}],
} as const;

/** Of one request each, ms: until its response, and what the server's threads worked in that time. */
interface Times {
  readonly clock: number[];
  readonly processor: number[];
}

export interface Pair {
  readonly known: Times;
  readonly unknown: Times;
}

/**
 * What is requested about addresses that have an account, and about others, in a random order: mails that are still being sent, and whatever
 * else the machine does, slow both.
 */
export async function measureAccounts(
  { http, database, child }: BenchServer,
  rounds: number,
): Promise<Record<string, Pair>> {
  // Accounts like the first one: to sign all of them up would take a hash each.
  await database.query(
    `insert into accounts (email, password_hash, confirmed_at)
     select 'known' || n || '@example.com', password_hash, now() from accounts, generate_series(1, $1) as n`,
    [rounds],
  );
  const found: Record<string, Pair> = {};
  for (const [what, [path, more]] of Object.entries(requests)) {
    const pair: Pair = { known: { clock: [], processor: [] }, unknown: { clock: [], processor: [] } };
    found[what] = pair;
    await database.query('delete from throttle_counts');
    for (const { kind, round } of shuffled(rounds)) {
      const workedBefore = await processorTimeMs(child.pid);
      const startedAt = performance.now();
      const response = await fetch(new URL(`/api/auth/${path}`, http), {
        method: 'POST',
        // Each comes from a network of its own, so that no limit interferes.
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.${kind === 'known' ? 1 : 2}.${round >> 8}.${round & 255}`,
        },
        body: JSON.stringify({ email: `${kind}${round}@example.com`, ...more }),
      });
      await response.text();
      if (response.status === 429) throw new Error(`${what} is asked too often`);
      pair[kind].clock.push(performance.now() - startedAt);
      pair[kind].processor.push((await processorTimeMs(child.pid)) - workedBefore);
    }
    // Who signed up here has an account from now on.
    await database.query("delete from accounts where email like 'unknown%'");
  }
  return found;
}

/** Each address once. */
function shuffled(rounds: number) {
  const kinds = ['known', 'unknown'] as const;
  const all = kinds.flatMap((kind) =>
    Array.from({ length: rounds }, (_, n) => ({ kind, round: n + 1, at: Math.random() })),
  );
  return all.sort((a, b) => a.at - b.at);
}
