import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type CloseQuestionProps = {
  /** What will be lost. */
  children: ReactNode;
  onStay: () => void;
  onClose: () => void;
};

/** Confirms before a form is closed that holds something unsaved. */
export function CloseQuestion({ children, onStay, onClose }: CloseQuestionProps) {
  return (
    <ConfirmDialog
      title={t`Close without saving?`}
      cancelLabel={t`Keep editing`}
      confirmLabel={t`Close`}
      busy={false}
      onClose={onStay}
      onConfirm={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
