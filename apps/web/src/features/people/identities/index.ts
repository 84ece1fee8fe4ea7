export { IdentitiesCard } from './identities-card.tsx';
export { type NamedService, visitToLogIn } from './identity-visit.ts';
export { loadCallbackPage } from './lazy-parts.ts';
