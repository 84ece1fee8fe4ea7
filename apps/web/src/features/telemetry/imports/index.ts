export { ImportSheet } from './lazy-parts.ts';
