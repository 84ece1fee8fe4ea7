import { useState } from 'react';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { passkeyFailure } from './passkey-calls.ts';

/** Does one thing at a time for the buttons of a card; a failure becomes a toast with the given title. */
export function useStep() {
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const work = async (failure: string, action: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await action();
    } catch (error) {
      toasts.add({ kind: 'error', title: failure, detail: passkeyFailure(error) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: (failure: string, action: () => Promise<void>) => void work(failure, action) };
}
