/** `GET /api/sketches/catalog`, `POST /api/sketches/generate` and `/api/sketches/zip`. */
export { sketchRoutes } from './sketches.routes.ts';

export { checkSetup, sketchCatalog } from './sketches.service.ts';
