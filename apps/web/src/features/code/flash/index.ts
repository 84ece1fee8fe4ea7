export { loadFlashPage } from './lazy-parts.ts';
