export { loadServerBanner, loadServerPage } from './lazy-parts.ts';
