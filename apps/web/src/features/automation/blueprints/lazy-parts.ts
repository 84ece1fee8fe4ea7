import { lazy } from '../../../lib/language/lazy.ts';

export type { ImportStart } from './import-sheet.tsx';

export const ImportSheet = lazy(async () => ({ default: (await import('./import-sheet.tsx')).ImportSheet }));
export const ExportSheet = lazy(async () => ({ default: (await import('./export-sheet.tsx')).ExportSheet }));
