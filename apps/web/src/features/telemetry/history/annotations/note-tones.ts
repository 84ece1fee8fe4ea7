import type { AnnotationTone } from '@cyno/contract';

/** What notes can be about, in the order in which they are offered. */
export const noteTones: readonly { id: AnnotationTone; label: string }[] = [
  { id: 'note', label: 'Note' },
  { id: 'good', label: 'Good' },
  { id: 'warning', label: 'Watch' },
  { id: 'problem', label: 'Problem' },
];
