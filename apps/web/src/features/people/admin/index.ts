export { loadAuditPage, loadClaimsPage, loadUsersPage } from './lazy-parts.ts';
