import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { annotationsRepository } from './annotations.repository.ts';
import { Annotations } from './annotations.service.ts';

export { annotationsChanged } from './annotations.events.ts';
export { annotationRoutes } from './annotations.routes.ts';
export type { Annotations } from './annotations.service.ts';

/** Wires the feature: notes on the time lines of devices. */
export function createAnnotations(deps: {
  database: Database;
  bus: EventBus;
  clock: Clock;
  jobs: Pick<Jobs, 'schedule'>;
}): Annotations {
  const annotations = new Annotations({ ...deps, repository: annotationsRepository(deps.database) });
  deps.jobs.schedule('annotations.tidy', '37 3 * * *', () => annotations.cleanup());
  return annotations;
}
