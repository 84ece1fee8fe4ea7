export { loadLogsPage } from './lazy-parts.ts';
