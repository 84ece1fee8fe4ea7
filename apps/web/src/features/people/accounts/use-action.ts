import { useState } from 'react';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { failureText } from './account-calls.ts';

type Action = {
  /** What is being done, to mark the pressed button among several. */
  name: string;
  do: () => Promise<unknown>;
  /** The title of the toast when it fails. */
  failure: string;
};

/** Does one thing at a time for the buttons of a card; `busy` names it, and a failure becomes a toast. */
export function useAction() {
  const toasts = useToasts();
  const [busy, setBusy] = useState<string>();
  const run = async (action: Action) => {
    if (busy) return;
    setBusy(action.name);
    try {
      await action.do();
    } catch (error) {
      toasts.add({ kind: 'error', title: action.failure, detail: failureText(error) });
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, run: (action: Action) => void run(action) };
}
