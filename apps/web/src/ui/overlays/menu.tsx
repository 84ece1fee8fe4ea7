import { useState } from 'react';
import { Fetched, fetchedPart } from './fetched.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { type Placement, Trigger, type TriggerElement } from './trigger.tsx';
import { useOpen } from './use-open.ts';

export type { MenuEntry };

type MenuProps = {
  trigger: TriggerElement;
  label: string;
  entries: readonly MenuEntry[];
  placement?: Placement;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

const fetchList = () => import('./menu-list.tsx');
const menuList = fetchedPart(async () => (await fetchList()).MenuList);

/** A button's list of actions and links. */
export function Menu({ trigger, label, entries, placement = 'bottom end', isOpen, onOpenChange }: MenuProps) {
  const { isVisible, wasOpen, triggerRef, setOpen } = useOpen({ isOpen, onOpenChange });
  const [isKeyboard, setKeyboard] = useState(false);
  const open = (by: { isKeyboard: boolean }) => {
    setKeyboard(by.isKeyboard);
    setOpen(true);
  };
  return (
    <>
      <Trigger ref={triggerRef} opens="menu" isOpen={isVisible} onNear={fetchList} onOpen={open}>
        {trigger}
      </Trigger>
      {wasOpen && (
        <Fetched
          part={menuList}
          isOpen={isVisible}
          onMissing={() => setOpen(false)}
          props={{
            isOpen: isVisible,
            triggerRef,
            label,
            entries,
            placement,
            isKeyboard,
            onClose: () => setOpen(false),
          }}
        />
      )}
    </>
  );
}
