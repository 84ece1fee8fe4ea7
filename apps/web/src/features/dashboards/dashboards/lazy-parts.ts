export const loadDashboardPage = () => import('./dashboard-page.tsx');
export const loadKioskPage = () => import('./kiosk/kiosk-page.tsx');
