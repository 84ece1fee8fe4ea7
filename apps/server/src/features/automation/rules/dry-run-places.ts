import { AppError, because } from '../../../platform/errors.ts';
import { FairPlaces } from '../../../platform/fair-places/index.ts';

/** Of all accounts: each reads and calculates as fast as it can. */
const atOnce = 2;
/** Of one account: the newest of an editor, after one that it has left, and the same of another page. */
const waitingPerAccount = 3;

export type DryRunPlaces = FairPlaces<number>;

/** Whose turn it is to compute what a rule would have done, by account: one after the other; a 429 when too many wait. */
export const createDryRunPlaces = (): DryRunPlaces =>
  new FairPlaces({
    places: atOnce,
    perKey: 1,
    waitingPerKey: waitingPerAccount,
    refusal: () =>
      new AppError(429, 'rate_limited', 'Other dry runs are under way. Wait until they are done.', {
        ...because('dry_runs_busy'),
        retryAfterSeconds: 2,
      }),
  });
