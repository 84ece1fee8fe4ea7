export { loadPassPage } from './lazy-parts.ts';
export { PassesCard } from './passes-card.tsx';
