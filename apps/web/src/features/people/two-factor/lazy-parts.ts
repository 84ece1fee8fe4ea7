export const loadPasskeyCalls = () => import('./passkey-calls.ts');
export const loadTwoFactorPage = () => import('./two-factor-page.tsx');
