export { dashboardSceneQuery, useRunDashboardScene } from './dashboard-scene-calls.ts';
export { loadScenesPage } from './lazy-parts.ts';
export { SceneQuestion } from './scene-question.tsx';
export { resultName, resultStatus, runStatus } from './scene-text.ts';
