export const loadAutomationPage = () => import('./automation-page.tsx');
