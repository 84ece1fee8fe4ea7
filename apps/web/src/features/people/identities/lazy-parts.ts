export const loadCallbackPage = () => import('./callback-page.tsx');
