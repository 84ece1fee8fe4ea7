export const loadPasskeyCalls = () => import('./passkey-calls.ts');
export const loadSecondStepPage = () => import('./two-factor-page.tsx');
