import { lazy } from '../../../lib/language/lazy.ts';

// Fetched when they are opened, within `Suspense`.
export const KioskDialog = lazy(async () => ({ default: (await import('./kiosk/kiosk-dialog.tsx')).KioskDialog }));
export const TemplateDialog = lazy(async () => ({
  default: (await import('./list/template-dialog.tsx')).TemplateDialog,
}));
export const VersionsSheet = lazy(async () => ({ default: (await import('./versions-sheet.tsx')).VersionsSheet }));
