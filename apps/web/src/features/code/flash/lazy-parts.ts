export const loadFlashPage = () => import('./flash-page.tsx');
