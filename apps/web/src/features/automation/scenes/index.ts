export { dashboardSceneQuery, useRunDashboardScene } from './dashboard-scene-calls.ts';
export { loadScenesPage } from './lazy-parts.ts';
export { resultName, resultStatus, runStatus } from './scene-text.ts';
