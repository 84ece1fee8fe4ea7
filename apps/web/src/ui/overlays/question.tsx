import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';

type QuestionProps = {
  title: string;
  /** Why it has to be confirmed. */
  children: ReactNode;
  /** What the button that confirms does. */
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirms before something is operated. */
export function Question({ title, children, confirmLabel, onConfirm, onClose }: QuestionProps) {
  return (
    <Dialog
      title={title}
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
