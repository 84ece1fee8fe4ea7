export { BackupsSection } from './backups-section.tsx';
export { loadBackupsPage, loadFirstRestorePage } from './lazy-parts.ts';
