export const loadOverviewPage = () => import('./overview-page.tsx');
