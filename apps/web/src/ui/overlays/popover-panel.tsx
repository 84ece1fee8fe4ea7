import { type ReactNode, type RefObject, useId } from 'react';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { floatingStyle } from './overlay.ts';
import './popover.css';
import type { Placement } from './trigger.tsx';

type PopoverPanelProps = {
  isOpen: boolean;
  /** What it stands beside, and what has the focus afterwards. */
  triggerRef: RefObject<HTMLElement | null>;
  label: string;
  placement: Placement;
  children: ReactNode;
  onClose: () => void;
};

/** The open panel of a `Popover`. */
export function PopoverPanel({ isOpen, triggerRef, label, placement, children, onClose }: PopoverPanelProps) {
  const labelId = useId();
  return (
    // Without a dialog inside, the popover itself is one, and its hidden Dismiss buttons stand within it.
    <AriaPopover
      className="overlay popover"
      style={floatingStyle}
      trigger="DialogTrigger"
      triggerRef={triggerRef}
      aria-labelledby={labelId}
      placement={placement}
      offset={6}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <span id={labelId} hidden>
        {label}
      </span>
      <div className="popover-body">{children}</div>
    </AriaPopover>
  );
}
