export const loadControlPage = () => import('./control-page.tsx');
