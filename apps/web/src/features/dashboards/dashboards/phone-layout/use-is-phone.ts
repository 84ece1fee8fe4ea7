import { useSyncExternalStore } from 'react';

const phone = matchMedia('(max-width: 640px)');

function subscribe(onChange: () => void): () => void {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

/** True where widgets stand below each other, so that their order is all that can be arranged. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
