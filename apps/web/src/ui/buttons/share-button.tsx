import { t } from '@lingui/core/macro';
import { IconShare2 } from '@tabler/icons-react';
import { Button } from './button.tsx';

type ShareButtonProps = { title: string; url: string };

/** Hands an address to another app through the share sheet of the phone; nothing where the browser has none. */
export function ShareButton({ title, url }: ShareButtonProps) {
  if (!('share' in navigator)) return null;
  const share = () =>
    navigator.share({ title, url }).catch(() => {
      // The sheet was closed, so nothing was shared.
    });
  return (
    <Button icon={IconShare2} onClick={() => void share()}>
      {t`Share`}
    </Button>
  );
}
