export const loadConsolePage = () => import('./console-page.tsx');
