import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../graphics/icon.tsx';

const icons = { error: IconAlertTriangle, success: IconCircleCheck, info: IconInfoCircle };

type FormNoteProps = { kind: keyof typeof icons; children: ReactNode };

/** The message of a form as a whole; read out when it appears. */
export function FormNote({ kind, children }: FormNoteProps) {
  return (
    <p className={`gate-note gate-note-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon of={icons[kind]} size={16} />
      <span>{children}</span>
    </p>
  );
}
