import type { ReactNode } from 'react';

export type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The row of buttons at the foot; the main one last. */
  actions?: ReactNode;
  /** `alertdialog` for a question that must be decided: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog';
};

export type SheetProps = {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Stays in place below the scrolling part. */
  footer?: ReactNode;
  size?: 'narrow' | 'wide';
};
