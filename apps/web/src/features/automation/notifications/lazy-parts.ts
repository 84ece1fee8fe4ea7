export const loadBrowserPush = () => import('./push/browser-push.ts');
export const loadChatSettings = () => import('./chat-settings-section.tsx');
