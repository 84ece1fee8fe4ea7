import type { Core } from '../../../core.ts';
import { sketchRoutes } from './sketches.routes.ts';

export { kits } from './kits/index.ts';
export { type DeclaredSketch, declaredBy } from './sketches.service.ts';

/** Ready-made sketches of boards: `/api/sketches/*`. */
export function createSketches({ routes }: Core, pairing: Parameters<typeof sketchRoutes>[1]): void {
  routes.push((app) => sketchRoutes(app, pairing));
}
