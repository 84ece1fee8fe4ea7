import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { boardHealthRepository } from './board-health.repository.ts';
import { BoardHealthService } from './board-health.service.ts';

export { boardHealthRoutes } from './board-health.routes.ts';
export type { BoardHealthService } from './board-health.service.ts';

/** Wires the feature: how well boards hear their access point, and when they start. */
export function createBoardHealth(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'schedule'>;
}): BoardHealthService {
  const service = new BoardHealthService({ ...deps, repository: boardHealthRepository(deps.database.pool) });
  deps.jobs.schedule('board-health.tidy', '47 3 * * *', () => service.cleanup());
  return service;
}
