import { writeClipboard } from '../../../ui/buttons/write-clipboard.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';

/** Puts a text on the clipboard, with a notice of what was copied or that it was not. */
export function useCopyText(): (text: string, what: string) => Promise<void> {
  const toasts = useToasts();
  return async (text, what) => {
    const isCopied = await writeClipboard(text);
    toasts.add(
      isCopied
        ? { kind: 'success', title: `${what} copied`, key: 'copied' }
        : { kind: 'error', title: 'The browser did not let this be copied', key: 'copied' },
    );
  };
}
