import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { createCounter } from '../../../platform/throttle/index.ts';
import { boardClaimsRepository } from './board-claims.repository.ts';
import { BoardClaims, type BoardClaimsDeps } from './board-claims.service.ts';

export { boardClaimRoutes } from './board-claims.routes.ts';
export type { BoardClaims } from './board-claims.service.ts';

const startsPerDay = { name: 'board_claim', points: 20, windowSeconds: 24 * 3600 };

/** Wires the feature: who holds a board whose id another account has. */
export function createBoardClaims(
  deps: Omit<BoardClaimsDeps, 'repository' | 'starts'> & { database: Database; jobs: Pick<Jobs, 'schedule'> },
): BoardClaims {
  const { database, jobs } = deps;
  const claims = new BoardClaims({
    ...deps,
    repository: boardClaimsRepository(database),
    starts: createCounter(database, startsPerDay),
  });
  jobs.schedule('claims.decide', '*/10 * * * *', () => claims.decideDue());
  return claims;
}
