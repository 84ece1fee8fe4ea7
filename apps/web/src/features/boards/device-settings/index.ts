export { loadSettingsPage } from './lazy-parts.ts';
export { calibrationsQuery, calibrationWords } from './variables/calibrations.ts';
