import type { Core } from '../../../core.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import type { AutomationFeature } from '../automations/index.ts';
import type { ScenesFeature } from '../scenes/index.ts';
import { blueprintRoutes } from './blueprints.routes.ts';
import { Blueprints } from './blueprints.service.ts';

interface BlueprintsFeatureDeps {
  readonly devices: DevicesFeature;
  readonly control: ControlFeature;
  readonly telemetry: Telemetry;
  readonly automation: AutomationFeature;
  readonly scenes: ScenesFeature;
}

/** Automations and scenes that are shared as texts and files. */
export function createBlueprints({ routes }: Core, { devices, automation, ...deps }: BlueprintsFeatureDeps): void {
  const blueprints = new Blueprints({
    ...deps,
    ...devices,
    targets: deps.control.targets,
    automations: automation.automations,
  });
  routes.push((app) => blueprintRoutes(app, { blueprints, access: devices.access }));
}
