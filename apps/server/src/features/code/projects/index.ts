import type { Database } from '../../../platform/database/index.ts';
import { projectsRepository } from './projects.repository.ts';
import { Projects, type ProjectsDeps } from './projects.service.ts';

export { projectRoutes } from './projects.routes.ts';
export type { Projects } from './projects.service.ts';

/** Wires the feature: saved set-ups of sketches, and how they compare with the boards that run them. */
export const createProjects = ({ database, ...deps }: ProjectsDeps & { readonly database: Database }): Projects =>
  new Projects({ ...deps, repository: projectsRepository(database) });
