import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../lib/language/lazy.ts';
import { Button } from '../buttons/button.tsx';

// Dialogs weigh as much as the rest of a small page, which rarely opens one.
const Dialog = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }));

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
    <Suspense>
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
    </Suspense>
  );
}
