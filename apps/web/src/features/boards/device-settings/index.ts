export { computedQuery } from './computed/computed-calls.ts';
export { loadSettingsPage } from './lazy-parts.ts';
export { calibrationsQuery, calibrationText } from './variables/calibrations.ts';
