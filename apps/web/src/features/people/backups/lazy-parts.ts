export const loadFirstRestorePage = () => import('./first-restore/first-restore-page.tsx');
export const loadBackupsPage = () => import('./backups-page.tsx');
