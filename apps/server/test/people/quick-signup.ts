import { hash } from '@node-rs/argon2';
import { newConnectionKey } from '../../src/features/people/accounts/index.ts';
import { Sessions } from '../../src/features/people/accounts/sessions/sessions.service.ts';
import { SignupRepository } from '../../src/features/people/accounts/signup/signup.repository.ts';
import { EventBus } from '../../src/platform/bus/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/index.ts';
import { silentLogger } from '../log.ts';

/** The password of everybody who signs up here. */
export const testPassword = 'a-long-Passphrase-7';
const passwordHash = hash(testPassword, { memoryCost: 64, timeCost: 2, parallelism: 1 });

/** The token of a session of a new account, as a signup and a login make them, in a fifth of the time: one hash does for all. */
export async function quickSignup(database: Database, { email, ip }: { email: string; ip: string }): Promise<string> {
  const now = new Date();
  const account = {
    // As the contract takes addresses.
    email: email.toLowerCase(),
    passwordHash: await passwordHash,
    connectionKey: newConnectionKey(),
    confirmedAt: now,
    language: null,
  };
  const signedUp = await new SignupRepository(database).signup({ account, link: null, now });
  if (signedUp.isTaken) throw new Error(`${email} has an account.`);
  const bus = new EventBus({ log: silentLogger });
  const sessions = new Sessions({ database, bus, clock: systemClock, log: silentLogger });
  return sessions.start(signedUp.accountId, { ip, userAgent: 'node' });
}
