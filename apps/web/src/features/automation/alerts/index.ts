export { useActiveAlerts } from './bell/use-active-alerts.ts';
export { loadAlertPanel, loadAlertsPage, loadDeviceAlertsPage } from './lazy-parts.ts';
export { AlertMark } from './list/alert-mark.tsx';
export { useAlertBands } from './list/use-alert-bands.ts';
