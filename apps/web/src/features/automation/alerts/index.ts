export { useActiveAlerts } from './bell/use-active-alerts.ts';
export { loadAlertPanel, loadAlertsPage, loadDeviceAlertsPage } from './lazy-parts.ts';
