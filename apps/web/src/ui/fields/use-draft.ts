import { useState } from 'react';

/** What is typed or chosen (null: nothing), which stays until `onSend` resolves to true; what was changed meanwhile stays longer. */
export function useDraft(onSend: (value: string) => Promise<boolean>) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (value: string) => {
    if (isSending) return;
    setSending(true);
    const isAccepted = await onSend(value);
    setSending(false);
    if (isAccepted) setDraft((now) => (now === draft ? null : now));
  };
  return { draft, change: (value: string) => setDraft(value), isSending, send: (value: string) => void send(value) };
}
