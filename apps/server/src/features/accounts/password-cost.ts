import { hash } from '@node-rs/argon2';
import type { AccountsRepository } from './accounts.repository.ts';

/** What one hash costs. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id with OWASP's least figures (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
export const leastCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** In the middle of 50 to 150 ms, so that a busier hour of the same machine is still within. */
const targetMs = 85;
const mostPasses = 12;
const samples = 5;

/**
 * The cost of hashes on this installation: measured once, on the machine of its first start. It must not change afterwards: accounts whose
 * hashes cost less than the decoy of unknown addresses would be told by the time of a log-in.
 */
export async function findPasswordCost(repository: AccountsRepository): Promise<PasswordCost> {
  const kept = await repository.findPasswordPasses();
  if (kept !== undefined) return { ...leastCost, timeCost: kept };
  const passes = (await repository.anyExists()) ? leastCost.timeCost : await measurePasses();
  return { ...leastCost, timeCost: await repository.keepPasswordPasses(passes) };
}

/** The shortest time counts: what else the machine does only adds to it. */
async function measurePasses(): Promise<number> {
  let shortestMs = Number.POSITIVE_INFINITY;
  for (let n = 0; n < samples; n += 1) {
    const start = performance.now();
    await hash('a password of some length', leastCost);
    shortestMs = Math.min(shortestMs, performance.now() - start);
  }
  return passesFor(shortestMs);
}

/** How many passes take about 85 ms where two take so long; from 2 to 12. */
export function passesFor(msOfTwo: number): number {
  const passes = Math.round((targetMs * leastCost.timeCost) / msOfTwo);
  return Math.min(mostPasses, Math.max(leastCost.timeCost, passes));
}
