export { loadDeviceAlertsPage } from './lazy-parts.ts';
