/** `GET /api/sketches`, `/api/sketches/generate` and `/api/sketches/generate/zip`. */
export { sketchRoutes } from './sketches.routes.ts';
