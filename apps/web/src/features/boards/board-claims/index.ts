export { ClaimNotices } from './claim-notices.tsx';
export { useClaimStep, useClaims } from './claims-query.ts';
