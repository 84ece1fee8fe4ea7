export { loadScenesPage } from './lazy-parts.ts';
