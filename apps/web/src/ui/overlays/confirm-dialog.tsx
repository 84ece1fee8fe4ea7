import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  /** The labels of the button that changes nothing, and of the one that confirms. */
  cancelLabel: string;
  confirmLabel: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Confirms before something ends that cannot be brought back. */
export function ConfirmDialog({
  title,
  children,
  cancelLabel,
  confirmLabel,
  busy,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
