import { useRef, useState } from 'react';
import { useWasOpen } from './use-was-open.ts';

type OpenProps = { isOpen?: boolean; onOpenChange?: (isOpen: boolean) => void };

/** Whether what a button opens is open, by its owner or, without one, by itself; `wasOpen`: its code is needed. */
export function useOpen({ isOpen, onOpenChange }: OpenProps) {
  const [isOpenHere, setOpenHere] = useState(false);
  const isVisible = isOpen ?? isOpenHere;
  const wasOpen = useWasOpen(isVisible);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const setOpen = (open: boolean) => {
    setOpenHere(open);
    onOpenChange?.(open);
  };
  return { isVisible, wasOpen, triggerRef, setOpen };
}
