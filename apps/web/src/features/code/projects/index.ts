export { loadProjectListPage, loadProjectPage } from './lazy-parts.ts';
