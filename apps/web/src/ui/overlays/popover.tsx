import type { ReactNode } from 'react';
import { Fetched, fetchedPart } from './fetched.tsx';
import { type Placement, Trigger, type TriggerElement } from './trigger.tsx';
import { useOpen } from './use-open.ts';

type PopoverProps = {
  /** The button that opens it. */
  trigger: TriggerElement;
  /** Names the panel for screen readers. */
  label: string;
  placement?: Placement;
  children: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

const fetchPanel = () => import('./popover-panel.tsx');
const popoverPanel = fetchedPart(async () => (await fetchPanel()).PopoverPanel);

/** A small panel next to the button that opens it; a press outside or Escape closes it. */
export function Popover({ trigger, label, placement = 'bottom end', children, isOpen, onOpenChange }: PopoverProps) {
  const { isVisible, wasOpen, triggerRef, setOpen } = useOpen({ isOpen, onOpenChange });
  return (
    <>
      <Trigger ref={triggerRef} opens="dialog" isOpen={isVisible} onNear={fetchPanel} onOpen={() => setOpen(true)}>
        {trigger}
      </Trigger>
      {wasOpen && (
        <Fetched
          part={popoverPanel}
          isOpen={isVisible}
          onMissing={() => setOpen(false)}
          props={{ isOpen: isVisible, triggerRef, label, placement, children, onClose: () => setOpen(false) }}
        />
      )}
    </>
  );
}
