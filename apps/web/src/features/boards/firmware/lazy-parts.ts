export const loadFirmwarePage = () => import('./firmware-page.tsx');
