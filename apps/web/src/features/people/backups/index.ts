export { loadBackupsPage, loadFirstRestorePage } from './lazy-parts.ts';
