import { type ReactNode, useId } from 'react';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover';
import { floatingStyle } from './overlay.ts';
import './popover.css';
import { Trigger, type TriggerElement } from './trigger.tsx';

type PopoverProps = {
  /** The button that opens it. */
  trigger: TriggerElement;
  /** Names the panel for screen readers. */
  label: string;
  placement?: AriaPopoverProps['placement'];
  children: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

/** A small panel next to the button that opens it; a press outside or Escape closes it. */
export function Popover({ trigger, label, placement = 'bottom end', children, isOpen, onOpenChange }: PopoverProps) {
  // The name of the button would win over an `aria-label`.
  const labelId = useId();
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Trigger>{trigger}</Trigger>
      {/* Without a dialog inside, the popover itself is one, and its hidden Dismiss buttons stand within it. */}
      <AriaPopover
        className="overlay popover"
        style={floatingStyle}
        aria-labelledby={labelId}
        placement={placement}
        offset={6}
      >
        <span id={labelId} hidden>
          {label}
        </span>
        <div className="popover-body">{children}</div>
      </AriaPopover>
    </DialogTrigger>
  );
}
