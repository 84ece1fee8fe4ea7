import type { ShareRole } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { fetchSharing, leaveThing } from './sharing-queries.ts';
import { roleAllows, roleNames, untilText } from './sharing-text.ts';

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
  const navigate = useNavigate();
  const toasts = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const leave = useMutation({
    mutationFn: () => leaveThing({ kind: 'device', espid, name }),
    onSuccess: async () => {
      // The page goes first: a page of a device that is gone would claim that its owner ended the sharing.
      await navigate('/device');
      await fetchSharing(client);
      toasts.add({ kind: 'info', title: `You left ${name}`, detail: `${owner} can invite you again.` });
    },
    onError: (error) => toasts.add({ kind: 'error', title: 'Nothing was changed', detail: failureText(error) }),
  });
  return (
    <SectionCard id="people" title="Shared with you" description={`${owner} shares this device with you.`}>
      <dl className="sharing-facts">
        <dt>Owner</dt>
        <dd>{owner}</dd>
        <dt>Your role</dt>
        <dd>
          {roleNames[role]}
          <span>{roleAllows(role)}</span>
        </dd>
        <dt>Shared</dt>
        <dd>{untilText(expiresAt)}</dd>
      </dl>
      <p className="section-note">The owner sees when you look at this device and what you switch.</p>
      <div>
        <Button onClick={() => setConfirming(true)}>Leave this device</Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={`Leave ${name}?`}
          cancelLabel="Stay"
          confirmLabel="Leave"
          busy={leave.isPending}
          onClose={() => setConfirming(false)}
          onConfirm={() => leave.mutate()}
        >
          It goes out of your lists. To see it again you need a new invitation of {owner}.
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}
