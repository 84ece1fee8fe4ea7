export { BulkMaintenanceContext } from './bulk/bulk-maintenance.ts';
export { DeviceCard } from './cards/device-card.tsx';
export { DeviceListPage } from './device-list-page.tsx';
