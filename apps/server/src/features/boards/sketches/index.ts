/** `GET /api/sketches/catalog`, `POST /api/sketches/generate` and `/api/sketches/zip`. */

export { kits } from './kits/index.ts';
export { sketchRoutes } from './sketches.routes.ts';
export { type DeclaredSketch, declaredBy } from './sketches.service.ts';
