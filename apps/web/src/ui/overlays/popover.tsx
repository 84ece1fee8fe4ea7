import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../lib/language/lazy.ts';
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
const PopoverPanel = lazy(async () => ({ default: (await fetchPanel()).PopoverPanel }));

/** A small panel next to the button that opens it; a press outside or Escape closes it. */
export function Popover({ trigger, label, placement = 'bottom end', children, isOpen, onOpenChange }: PopoverProps) {
  const { isVisible, wasOpen, triggerRef, setOpen } = useOpen({ isOpen, onOpenChange });
  return (
    <>
      <Trigger ref={triggerRef} opens="dialog" isOpen={isVisible} onNear={fetchPanel} onOpen={() => setOpen(true)}>
        {trigger}
      </Trigger>
      {wasOpen && (
        <Suspense fallback={null}>
          <PopoverPanel
            isOpen={isVisible}
            triggerRef={triggerRef}
            label={label}
            placement={placement}
            onClose={() => setOpen(false)}
          >
            {children}
          </PopoverPanel>
        </Suspense>
      )}
    </>
  );
}
