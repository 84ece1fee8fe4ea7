import type { AnnotationTone } from '@cyno/contract';
import { t } from '@lingui/core/macro';

/** What notes can be about, in the order in which they are offered. */
export const noteTones = (): readonly { id: AnnotationTone; label: string }[] => [
  { id: 'note', label: t`Note` },
  { id: 'good', label: t`Good` },
  { id: 'warning', label: t`Watch` },
  { id: 'problem', label: t`Problem` },
];
