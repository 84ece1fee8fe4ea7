export const loadDeviceAlertsPage = () => import('./device-alerts-page.tsx');
