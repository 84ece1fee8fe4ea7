import { SecondSteps } from './second-step.service.ts';
import type { SecondStepOptions } from './second-step-options.ts';

/** Adds every route of the feature. */
export { secondStepRoutes } from './second-step.routes.ts';
/** Two-step login and passkeys of accounts. */
export type { SecondSteps } from './second-step.service.ts';

/** Wires the feature; it runs nothing of its own. */
export function createSecondStep(options: SecondStepOptions): SecondSteps {
  return new SecondSteps(options);
}
