export const loadScenesPage = () => import('./scenes-page.tsx');
