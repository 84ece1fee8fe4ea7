export const loadPasskeyCalls = () => import('./passkey-calls.ts');
export const loadSecondStepPage = () => import('./second-step-page.tsx');
