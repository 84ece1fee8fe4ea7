import type { Core } from '../../../core.ts';
import type { DeviceAccess } from '../../boards/devices/index.ts';
import { annotationsRepository } from './annotations.repository.ts';
import { annotationRoutes } from './annotations.routes.ts';
import { Annotations } from './annotations.service.ts';

export { annotationsChanged } from './annotations.events.ts';
export type { Annotations } from './annotations.service.ts';

/** Notes on the time lines of devices. */
export function createAnnotations(core: Core, access: DeviceAccess): Annotations {
  const annotations = new Annotations({ ...core, repository: annotationsRepository(core.database) });
  core.jobs.scheduleByAge('annotations.tidy', '37 3 * * *', () => annotations.cleanup());
  core.routes.push((app) => annotationRoutes(app, { annotations, access }));
  return annotations;
}
