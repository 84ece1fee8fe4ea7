import type { Core } from '../../../core.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { Devices } from '../../boards/devices/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import { projectsRepository } from './projects.repository.ts';
import { projectRoutes } from './projects.routes.ts';
import { Projects } from './projects.service.ts';

interface ProjectsFeatureDeps {
  readonly devices: Devices;
  readonly telemetry: Telemetry;
  readonly control: ControlFeature;
}

/** Saved set-ups of sketches, and how they compare with the boards that run them. */
export function createProjects(core: Core, { devices, telemetry, control: { targets } }: ProjectsFeatureDeps): void {
  const projects = new Projects({
    ...core,
    devices,
    repository: projectsRepository(core.database),
    sentBy: (deviceId) =>
      telemetry.variables(deviceId).filter(({ key }) => !telemetry.computed.isComputed(deviceId, key)),
    outputsOf: (deviceId) => targets.outputs(deviceId),
    eventsOf: (deviceId) => targets.events(deviceId),
  });
  core.routes.push((app) => projectRoutes(app, { projects }));
}
