import type { ShareRole } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { useOpenPage } from '../../../lib/router/page-provider.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { fetchSharing, leaveThing } from './sharing-queries.ts';
import { roleAllows, roleName } from './sharing-text.ts';

type MyShareCardProps = {
  espid: string;
  name: string;
  owner: string;
  role: ShareRole;
  expiresAt: number | null;
};

/** For somebody with whom the device is shared: whose it is, what they may do, until when, and the way out. */
export function MyShareCard({ espid, name, owner, role, expiresAt }: MyShareCardProps) {
  const client = useQueryClient();
  const open = useOpenPage();
  const toasts = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const leave = useMutation({
    mutationFn: () => leaveThing({ kind: 'device', espid, name }),
    onSuccess: async () => {
      // The page goes first: a page of a device that is gone would claim that its owner ended the sharing.
      await open('/device');
      await fetchSharing(client);
      toasts.add({ kind: 'info', title: t`You left ${name}`, detail: t`${owner} can invite you again.` });
    },
    onError: (error) => toasts.add({ kind: 'error', title: t`You did not leave ${name}`, detail: failureText(error) }),
  });
  return (
    <SectionCard id="people" title={t`Shared with you`} description={t`${owner} shares this device with you.`}>
      <dl className="sharing-facts">
        <dt>{t`Owner`}</dt>
        <dd>{owner}</dd>
        <dt>{t`Your role`}</dt>
        <dd>
          {roleName(role)}
          <span>{roleAllows(role)}</span>
        </dd>
        <dt>{t`Expires`}</dt>
        <dd>{expiresAt === null ? t`Never` : formatDateTime(expiresAt)}</dd>
      </dl>
      <p className="section-note">{t`The owner sees when you open this device and what you switch.`}</p>
      <div>
        <Button onClick={() => setConfirming(true)}>{t`Leave device`}</Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t`Leave ${name}?`}
          cancelLabel={t`Stay`}
          confirmLabel={t`Leave`}
          busy={leave.isPending}
          onClose={() => setConfirming(false)}
          onConfirm={() => leave.mutate()}
        >
          {t`It disappears from your lists. To see it again you need a new invitation from ${owner}.`}
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}
