export const loadProjectListPage = () => import('./project-list-page.tsx');
export const loadProjectPage = () => import('./project-page.tsx');
