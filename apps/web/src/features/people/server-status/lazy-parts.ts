export const loadServerBanner = () => import('./server-banner.tsx');
export const loadServerPage = () => import('./server-page.tsx');
