export { loadAutomationPage } from './lazy-parts.ts';
