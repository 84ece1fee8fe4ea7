export { loadOverviewPage } from './lazy-parts.ts';
