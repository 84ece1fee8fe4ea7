import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { useToasts } from '../../ui/overlays/toast.tsx';

/** Notifies who opened the link of a mail (`#for=`) for another account than the one that is logged in here. */
export function MailedFor({ email, onLogout }: { email: string; onLogout: () => void }) {
  const wanted = new URLSearchParams(useLocation().hash.slice(1)).get('for');
  const toasts = useToasts();
  const showNotice = useEffectEvent((address: string) =>
    toasts.add({
      kind: 'info',
      key: 'mailed-for',
      title: t`This mail was for another account`,
      detail: t`It was for ${address}. You are logged in as ${email}.`,
      durationMs: null,
      action: { label: t`Log out`, onPress: onLogout },
    }),
  );
  useEffect(() => {
    if (wanted && wanted !== email) showNotice(wanted);
  }, [wanted, email]);
  return null;
}
