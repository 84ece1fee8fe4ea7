export { inLanguage as alertInLanguage } from './alert-in-language.ts';
export {
  type MarkedAlert,
  type MarkedAlerts,
  type MarkedAlertsQuery,
  markedAlerts,
  openAlertsQuery,
  ownMarkedAlerts,
} from './alert-queries.ts';
export { useActiveAlerts } from './bell/use-active-alerts.ts';
export { DeviceMarks } from './device-marks.tsx';
export {
  loadAlertBands,
  loadAlertPanel,
  loadAlertsPage,
  loadDeviceAlertsPage,
  loadMaintenanceDialog,
} from './lazy-parts.ts';
export { bandOf, ownPastAlerts } from './list/alert-bands.ts';
export { limitLines, limitsQuery } from './list/alert-limits.ts';
export { AlertLine } from './list/alert-line.tsx';
export { AlertMark } from './list/alert-mark.tsx';
export { VariableAlertMark } from './list/variable-alert-mark.tsx';
export { MaintenanceBadge } from './maintenance/maintenance-mark.tsx';
export { bySeverity } from './severity.ts';
