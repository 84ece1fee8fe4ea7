import { useSyncExternalStore } from 'react';

const phone = window.matchMedia('(max-width: 767px)');
const wideRowPx = 22;
const phoneRowPx = 82;

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

/** How high a row is likely to be before it is measured, in px. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, () => (phone.matches ? phoneRowPx : wideRowPx));
}
