import { useState } from 'react';

/** True from the first time that something is open: only then its code is needed, and afterwards it can close with its animation. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen || isOpen;
}
