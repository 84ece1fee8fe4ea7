import type { Invitation } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { removeInvitation } from './admin-calls.ts';
import { invitationsKey, useInvitations } from './admin-queries.ts';
import './invitations-sheet.css';
import { InviteForm } from './invite-form.tsx';

/** Makes invitations, and shows what became of earlier ones. */
export function InvitationsSheet({ onClose }: { onClose: () => void }) {
  const invitations = useInvitations();
  return (
    <Sheet title="Invite people" isOpen onClose={onClose}>
      <InviteForm />
      <h3 className="invitations-heading">Earlier invitations</h3>
      {invitations.data ? (
        <List invitations={invitations.data} />
      ) : invitations.isError ? (
        <ErrorState title="The invitations did not load" onRetry={() => void invitations.refetch()}>
          {invitations.error.message}
        </ErrorState>
      ) : (
        <Skeleton height={64} />
      )}
    </Sheet>
  );
}

function List({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return <p className="muted">None so far.</p>;
  return (
    <ul className="invitations">
      {invitations.map((invitation) => (
        <Line key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );
}

const states = {
  open: { word: 'Open', tone: 'info' },
  used: { word: 'Used', tone: 'success' },
  expired: { word: 'Expired', tone: 'neutral' },
} as const;

function Line({ invitation }: { invitation: Invitation }) {
  const cache = useQueryClient();
  const toasts = useToasts();
  const remove = useMutation({
    mutationFn: () => removeInvitation(invitation),
    onSuccess: ({ message }) => toasts.add({ kind: 'success', title: message }),
    onError: (error) =>
      toasts.add({ kind: 'error', title: 'The invitation was not taken back', detail: error.message }),
    onSettled: () => cache.invalidateQueries({ queryKey: invitationsKey }),
  });
  const { state, email, expiresAt, usedAt, usedBy, createdBy } = invitation;
  const { word, tone } = states[state];
  return (
    <li className="invitation">
      <div className="invitation-text">
        <span className="invitation-whom">{email ?? (usedBy || 'Anybody with the link')}</span>
        <span className="muted num">
          {state === 'used' && usedAt !== null
            ? `Used ${formatDateTime(usedAt)}`
            : `${state === 'open' ? 'Until' : 'Ended'} ${formatDateTime(expiresAt)}`}
          {createdBy && `, by ${createdBy}`}
        </span>
      </div>
      {state === 'open' ? (
        <Button size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
          Take back
        </Button>
      ) : (
        <Badge tone={tone}>{word}</Badge>
      )}
    </li>
  );
}
