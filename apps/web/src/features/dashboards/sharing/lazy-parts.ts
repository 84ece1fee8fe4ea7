export const loadSharingTab = () => import('./sharing-tab.tsx');
