import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../buttons/button.tsx';
import '../overlays/dialog.css';

type ChartDialogProps = { title: string; onClose: () => void; children: ReactNode };

/** Shows a chart as large as the window. */
export function ChartDialog({ title, onClose, children }: ChartDialogProps) {
  return (
    <ModalOverlay className="scrim chart-dialog-place" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className="chart-dialog">
        <Dialog className="chart-dialog-frame">
          <div className="chart-dialog-head">
            <Heading slot="title">{title}</Heading>
            <IconButton label={t`Close`} icon={IconX} onClick={onClose} />
          </div>
          {children}
          <p className="chart-dialog-hint">
            {t`Drag or scroll to zoom, double-click to reset. Keyboard: arrows, plus, minus, zero.`}
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
