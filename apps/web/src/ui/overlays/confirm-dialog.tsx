import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  /** The labels of the button that changes nothing, and of the one that confirms. */
  keep: string;
  act: string;
  busy: boolean;
  onClose: () => void;
  onAct: () => void;
};

/** Confirms before something ends that cannot be brought back. */
export function ConfirmDialog({ title, children, keep, act, busy, onClose, onAct }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant="danger" busy={busy} onClick={onAct}>
            {act}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
