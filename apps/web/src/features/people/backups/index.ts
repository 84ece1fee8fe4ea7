export { loadBackupsPage } from './lazy-parts.ts';
