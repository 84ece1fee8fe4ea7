import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../buttons/button.tsx';
import './dialog.css';

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The row of buttons at the foot; the main one last. */
  actions?: ReactNode;
  /** `alertdialog` for a question that must be decided: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog';
};

/** A question or short form in the middle of the page; focus stays inside and returns to where it was. */
export function Dialog({ title, isOpen, onClose, children, actions, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      className="scrim dialog-place"
      isOpen={isOpen}
      isDismissable={role === 'dialog'}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog">
        <AriaDialog className="dialog-frame" role={role}>
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          <div className="dialog-body">{children}</div>
          {actions && <div className="dialog-actions">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

type SheetProps = {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Stays in place below the scrolling part. */
  footer?: ReactNode;
  size?: 'narrow' | 'wide';
};

/** A panel at the right edge, the whole screen on a phone, for a task that leaves the page behind it as it is. */
export function Sheet({ title, isOpen, onClose, children, footer, size = 'narrow' }: SheetProps) {
  return (
    <ModalOverlay className="scrim" isOpen={isOpen} isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={`sheet sheet-${size}`}>
        <AriaDialog className="sheet-frame">
          <div className="sheet-head">
            <Heading slot="title" className="sheet-title">
              {title}
            </Heading>
            <IconButton label={t`Close`} icon={IconX} onClick={onClose} />
          </div>
          <div className="sheet-body">{children}</div>
          {footer && <div className="sheet-foot">{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
