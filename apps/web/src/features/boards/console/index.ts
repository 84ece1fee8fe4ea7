export { loadConsolePage } from './lazy-parts.ts';
