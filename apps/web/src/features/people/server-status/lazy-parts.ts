export const loadProblemLine = () => import('./problem-line.tsx');
export const loadServerPage = () => import('./server-page.tsx');
