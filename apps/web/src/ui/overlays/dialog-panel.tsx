import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../buttons/button.tsx';
import './dialog.css';
import type { DialogProps, SheetProps } from './dialog-props.ts';

/** A `Dialog` with what React Aria does for it. */
export function DialogPanel({ title, isOpen, onClose, children, actions, role = 'dialog' }: DialogProps) {
  const isTypedRef = useRef(false);
  useEffect(() => {
    if (isOpen) isTypedRef.current = false;
  }, [isOpen]);
  return (
    <ModalOverlay
      className="scrim dialog-place"
      isOpen={isOpen}
      isDismissable={role === 'dialog'}
      // A press beside it must not throw away what was typed.
      shouldCloseOnInteractOutside={() => !isTypedRef.current}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog">
        <AriaDialog className="dialog-frame" role={role}>
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          <div
            className="dialog-body"
            onInput={() => {
              isTypedRef.current = true;
            }}
          >
            {children}
          </div>
          {actions && <div className="dialog-actions">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A `Sheet` with what React Aria does for it. */
export function SheetPanel({ title, isOpen, onClose, children, footer, size = 'narrow' }: SheetProps) {
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
