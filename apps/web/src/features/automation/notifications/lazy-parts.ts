export const loadBrowserPush = () => import('./push/browser-push.ts');
