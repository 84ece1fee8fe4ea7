export const loadPassPage = () => import('./pass-page.tsx');
