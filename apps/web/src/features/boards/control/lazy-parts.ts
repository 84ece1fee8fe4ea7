export const loadOutputDialog = () => import('./output-dialog.tsx');
export const loadControlPage = () => import('./control-page.tsx');
