import type { Invitation } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { removeInvitation } from './admin-calls.ts';
import { useInvitations } from './admin-queries.ts';
import './invitations-sheet.css';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { InviteForm } from './invite-form.tsx';

/** Makes invitations, and shows what became of earlier ones. */
export function InvitationsSheet({ onClose }: { onClose: () => void }) {
  const invitations = useInvitations();
  return (
    <Sheet title={t`Invite people`} isOpen onClose={onClose}>
      <InviteForm />
      <h3 className="invitations-heading">{t`Earlier invitations`}</h3>
      {invitations.data ? (
        <List invitations={invitations.data} />
      ) : invitations.isError ? (
        <ErrorState title={t`The invitations did not load`} onRetry={() => void invitations.refetch()}>
          {failureText(invitations.error)}
        </ErrorState>
      ) : (
        <Skeleton height={64} />
      )}
    </Sheet>
  );
}

function List({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return <p className="muted">{t`No invitations yet.`}</p>;
  return (
    <ul className="invitations">
      {invitations.map((invitation) => (
        <Line key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );
}

const tones = { open: 'info', used: 'success', expired: 'neutral' } as const;

function Line({ invitation }: { invitation: Invitation }) {
  const cache = useQueryClient();
  const toasts = useToasts();
  const remove = useMutation({
    mutationFn: () => removeInvitation(invitation),
    onSuccess: () => toasts.add({ kind: 'success', title: t`Invitation cancelled` }),
    onError: (error) => toasts.add({ kind: 'error', title: t`Invitation not cancelled`, detail: failureText(error) }),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.invitations() }),
  });
  const { state, email, usedBy, createdBy } = invitation;
  return (
    <li className="invitation">
      <div className="invitation-text">
        <span className="invitation-whom">{email ?? (usedBy || t`Anyone with the link`)}</span>
        <span className="muted num">{timeText(invitation)}</span>
        {createdBy && <span className="muted">{createdBy}</span>}
      </div>
      {state === 'open' ? (
        <Button size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t`Cancel invitation`}
        </Button>
      ) : (
        <Badge tone={tones[state]}>{state === 'used' ? t`Used` : t`Expired`}</Badge>
      )}
    </li>
  );
}

function timeText({ state, expiresAt, usedAt }: Invitation): string {
  const end = formatDateTime(expiresAt);
  if (state === 'used' && usedAt !== null) return t`Used ${{ time: formatDateTime(usedAt) }}`;
  return state === 'open' ? t`Until ${end}` : t`Expired ${end}`;
}
