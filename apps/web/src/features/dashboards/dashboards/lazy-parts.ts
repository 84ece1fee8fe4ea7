import { withTexts } from '../../../lib/language/catalogues.ts';

export const loadDashboardPage = () => withTexts(import('./dashboard-page.tsx'));
export const loadKioskPage = () => import('./kiosk/kiosk-page.tsx');
