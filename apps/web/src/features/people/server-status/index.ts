export { loadServerPage } from './lazy-parts.ts';
export { ServerBanner } from './server-banner.tsx';
