export const loadDeviceAlertsPage = () => import('./device-alerts-page.tsx');
export const loadAlertPanel = () => import('./bell/alert-panel.tsx');
export const loadAlertsPage = () => import('./page/alerts-page.tsx');
export const loadMaintenanceDialog = () => import('./maintenance/maintenance-dialog.tsx');
export const loadAlertBands = () => import('./list/use-alert-bands.ts');
