export const loadBackupsPage = () => import('./backups-page.tsx');
