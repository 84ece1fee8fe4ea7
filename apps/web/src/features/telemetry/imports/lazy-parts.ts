import { lazy } from '../../../lib/language/lazy.ts';

export const ImportSheet = lazy(async () => ({ default: (await import('./import-sheet.tsx')).ImportSheet }));
