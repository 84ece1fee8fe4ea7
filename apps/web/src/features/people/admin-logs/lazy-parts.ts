export const loadLogsPage = () => import('./logs-page.tsx');
