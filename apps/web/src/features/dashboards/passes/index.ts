export { loadPassPage } from './lazy-parts.ts';
export { passesQuery } from './pass-calls.ts';
export { PassesCard } from './passes-card.tsx';
