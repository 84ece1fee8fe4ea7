import { hash } from '@node-rs/argon2';
import type { AccountsRepository } from '../accounts.repository.ts';

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
const maxPasses = 12;
const samples = 5;
const longestMeasuringMs = 150;

/** The cost of hashes on this installation; `isOld` when it was never measured, or more than a week ago. */
export async function findPasswordCost(
  repository: AccountsRepository,
): Promise<{ cost: PasswordCost; isOld: boolean }> {
  const stored = await repository.findPasswordPasses();
  return { cost: costOf(stored?.passes ?? leastCost.timeCost), isOld: stored?.isOld ?? true };
}

/**
 * Measures what a hash may cost here. The cost never falls: a machine that was busy while it was measured seems slower than it is, and
 * hashes that cost more than the decoy of unknown addresses would be recognised by the time of a login.
 */
export async function measurePasswordCost(repository: AccountsRepository): Promise<PasswordCost> {
  return costOf(await repository.raisePasswordPasses(await measurePasses()));
}

const costOf = (passes: number): PasswordCost => ({ ...leastCost, timeCost: passes });

/** The shortest time counts: what else the machine does only adds to it. */
async function measurePasses(): Promise<number> {
  const until = performance.now() + longestMeasuringMs;
  let shortestMs = Number.POSITIVE_INFINITY;
  for (let n = 0; n < samples; n += 1) {
    const start = performance.now();
    if (n > 0 && start + shortestMs > until) break;
    await hash('a password of some length', leastCost);
    shortestMs = Math.min(shortestMs, performance.now() - start);
  }
  return passesFor(shortestMs);
}

/** How many passes take about 85 ms where two take so long; from 2 to 12. */
export function passesFor(msOfTwo: number): number {
  const passes = Math.round((targetMs * leastCost.timeCost) / msOfTwo);
  return Math.min(maxPasses, Math.max(leastCost.timeCost, passes));
}
