import type { AdminClaim, ClaimDecision } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { withProof } from '../../../lib/api/proof.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { PageHead } from '../../../ui/cards/page-head.tsx';
import { EmptyState, ErrorState } from '../../../ui/cards/states.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import './users/action-dialog.css';
import { postDecision } from './admin-calls.ts';
import { claimsKey, useAdminClaims } from './admin-queries.ts';
import './claims-page.css';
import { UsersSkeleton } from './users/users-skeleton.tsx';

/** `/admin/claims`: boards that two accounts claim. */
export function ClaimsPage() {
  const claims = useAdminClaims();
  return (
    <>
      <PageHead title="Claims">
        Boards that two accounts say are theirs. The holder answers most of them; you can decide each at once, and what
        you decide stands in the audit log.
      </PageHead>
      {claims.data === undefined ? (
        claims.isError ? (
          <ErrorState title="The claims did not load" onRetry={() => void claims.refetch()}>
            {claims.error.message}
          </ErrorState>
        ) : (
          <UsersSkeleton />
        )
      ) : claims.data.length === 0 ? (
        <EmptyState title="No claims">Nobody claims a board of another account at the moment.</EmptyState>
      ) : (
        <ul className="claims" aria-label="Claims">
          {claims.data.map((claim) => (
            <li key={claim.id}>
              <ClaimCard claim={claim} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const present = (isOnline: boolean) => (isOnline ? 'connected now' : 'not connected');

function ClaimCard({ claim }: { claim: AdminClaim }) {
  const [to, setTo] = useState<ClaimDecision['to'] | null>(null);
  const { espid, state, holder, claimant, holderSeenAt, openedAt, decidesAt } = claim;
  return (
    <Card className="claim" aria-label={espid}>
      <div className="claim-head">
        <h2 className="mono">{espid}</h2>
        <Badge tone={state === 'disputed' ? 'warning' : 'info'}>
          {state === 'disputed' ? 'Needs a decision' : 'Holder can object'}
        </Badge>
      </div>
      <dl className="claim-facts">
        <dt>Holder</dt>
        <dd>
          {holder}, {present(claim.holderOnline)}
        </dd>
        <dt>Holder’s board</dt>
        <dd className="num">
          {holderSeenAt === null ? 'never sent anything' : `last seen ${formatDateTime(holderSeenAt)}`}
        </dd>
        <dt>Claimed by</dt>
        <dd>
          {claimant}, {present(claim.claimantOnline)}
        </dd>
        <dt>Since</dt>
        <dd className="num">{formatDateTime(openedAt)}</dd>
        {state === 'open' && (
          <>
            <dt>Time to object</dt>
            <dd className="num">until {formatDateTime(decidesAt)}</dd>
          </>
        )}
      </dl>
      <div className="claim-actions">
        <Button onClick={() => setTo('holder')}>Leave it with the holder</Button>
        <Button onClick={() => setTo('claimant')}>Give it to the claimant</Button>
      </div>
      {to && <DecisionDialog claim={claim} to={to} onClose={() => setTo(null)} />}
    </Card>
  );
}

type DecisionDialogProps = { claim: AdminClaim; to: ClaimDecision['to']; onClose: () => void };

function DecisionDialog({ claim, to, onClose }: DecisionDialogProps) {
  const [reason, setReason] = useState('');
  const cache = useQueryClient();
  const toasts = useToasts();
  const { espid, holder, claimant } = claim;
  const decide = useMutation({
    mutationFn: () => withProof(() => postDecision(claim, { to, ...(reason.trim() && { reason: reason.trim() }) })),
    onSuccess(claims) {
      // Undefined: the proof was not given. The question stays open.
      if (!claims) return;
      cache.setQueryData(claimsKey, claims);
      toasts.add({ kind: 'success', title: `${espid} belongs to ${to === 'claimant' ? claimant : holder}` });
      onClose();
    },
    onError: () => cache.invalidateQueries({ queryKey: claimsKey }),
  });
  return (
    <Dialog
      title={to === 'claimant' ? 'Give the board to the claimant' : 'Leave the board with the holder'}
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={to === 'claimant' ? 'danger' : 'primary'}
            busy={decide.isPending}
            onClick={() => decide.mutate()}
          >
            {to === 'claimant' ? 'Give it to the claimant' : 'Leave it with the holder'}
          </Button>
        </>
      }
    >
      <p>
        {to === 'claimant'
          ? `The device leaves the account of ${holder}, where its history is deleted in seven days, and ${claimant} gets the board without it. Both are told by mail.`
          : `${holder} keeps the board. ${claimant} is told, and cannot claim it again for 30 days.`}
      </p>
      <TextField
        className="action-dialog-reason"
        label="Reason"
        description="Optional. It is stored in the audit log."
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {decide.error && (
        <p className="action-dialog-error" role="alert">
          {decide.error.message}
        </p>
      )}
    </Dialog>
  );
}
