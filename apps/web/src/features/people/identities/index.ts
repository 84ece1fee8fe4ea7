export { IdentitiesCard } from './identities-card.tsx';
export { type NamedService, visitToLogin } from './identity-visit.ts';
export { loadCallbackPage } from './lazy-parts.ts';
