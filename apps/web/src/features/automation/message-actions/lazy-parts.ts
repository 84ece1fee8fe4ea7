export const loadMessagePage = () => import('./message-page.tsx');
