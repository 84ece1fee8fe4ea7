export { loadMessagePage } from './lazy-parts.ts';
