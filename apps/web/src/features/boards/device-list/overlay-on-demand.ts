import { type RefObject, useEffect, useState } from 'react';

/**
 * For a button whose menu or panel is fetched when it is wanted, as the code of overlays weighs more than the list itself:
 * `load` starts when the pointer or the focus comes near, and `wanted` turns true with the first press.
 */
export function useOverlayOnDemand(load: () => Promise<unknown>) {
  const [wanted, setWanted] = useState(false);
  const near = () => void load();
  return {
    wanted,
    buttonProps: {
      'aria-haspopup': true,
      'aria-expanded': false,
      onPointerEnter: near,
      onFocus: near,
      onClick: () => setWanted(true),
    },
  } as const;
}

/** For the overlay that takes such a button's place: it opens as soon as it is there, and its own button has the focus. */
export function useOpenAtOnce(buttonRef: RefObject<HTMLButtonElement | null>): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    buttonRef.current?.focus();
    setOpen(true);
  }, [buttonRef]);
  return [isOpen, setOpen];
}
