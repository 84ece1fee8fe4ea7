import { lazy } from '../../../lib/language/lazy.ts';

/** Imports a file into the history of a device; its files are fetched when it is drawn, within `Suspense`. */
export const ImportSheet = lazy(async () => ({ default: (await import('./import-sheet.tsx')).ImportSheet }));
