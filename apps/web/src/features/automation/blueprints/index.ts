export { BuiltInList } from './built-in-list.tsx';
export { ExportSheet, ImportSheet, type ImportStart } from './lazy-parts.ts';
export { useCopyText } from './use-copy-text.ts';
