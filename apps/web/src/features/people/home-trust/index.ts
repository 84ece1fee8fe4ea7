export const loadTrustPage = () => import('./trust-page.tsx');
