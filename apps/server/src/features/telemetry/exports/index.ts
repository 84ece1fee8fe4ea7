export type { ExportNote, ExportNotes } from './export-notes.ts';
export { Exports, type MadeFile } from './exports.ts';
