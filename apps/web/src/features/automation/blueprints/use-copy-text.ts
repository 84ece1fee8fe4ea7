import { t } from '@lingui/core/macro';
import { writeClipboard } from '../../../ui/buttons/write-clipboard.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';

/** Puts a text on the clipboard, with a notice (`copied`), or that it was not. */
export function useCopyText(): (text: string, copied: string) => Promise<void> {
  const toasts = useToasts();
  return async (text, copied) => {
    const isCopied = await writeClipboard(text);
    toasts.add(
      isCopied
        ? { kind: 'success', title: copied, key: 'copied' }
        : { kind: 'error', title: t`The browser did not allow copying`, key: 'copied' },
    );
  };
}
