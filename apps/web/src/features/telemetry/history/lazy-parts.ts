export const loadHistoryPage = () => import('./history-page.tsx');
