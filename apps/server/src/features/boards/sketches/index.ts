import type { Core } from '../../../core.ts';
import type { Pairing } from '../pairing/index.ts';
import { sketchRoutes } from './sketches.routes.ts';

export { kits } from './kits/index.ts';
export { type DeclaredSketch, declaredBy } from './sketches.service.ts';

/** Ready-made sketches of boards: `/api/sketches/*`. */
export function createSketches({ routes }: Core, pairing: Pairing): void {
  routes.push((app) => sketchRoutes(app, { connectionKey: (accountId) => pairing.connectionKey(accountId) }));
}
