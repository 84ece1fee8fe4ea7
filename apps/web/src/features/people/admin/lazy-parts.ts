export const loadAuditPage = () => import('./audit/audit-page.tsx');
export const loadClaimsPage = () => import('./claims-page.tsx');
export const loadUsersPage = () => import('./users/users-page.tsx');
