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

/** Does what the buttons of a card are for, each thing once at a time; `busy` names what is under way, and a failure becomes a toast. */
export function useAction() {
  const toasts = useToasts();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const run = async (action: Action) => {
    if (busy.has(action.name)) return;
    setBusy((names) => new Set([...names, action.name]));
    try {
      await action.do();
    } catch (error) {
      toasts.add({ kind: 'error', title: action.failure, detail: failureText(error) });
    } finally {
      setBusy((names) => names.difference(new Set([action.name])));
    }
  };
  return { busy, run: (action: Action) => void run(action) };
}
