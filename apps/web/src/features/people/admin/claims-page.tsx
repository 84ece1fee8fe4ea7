import type { AdminClaim, ClaimDecision } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
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
import { useAdminClaims } from './admin-queries.ts';
import './claims-page.css';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { UsersSkeleton } from './users/users-skeleton.tsx';

/** `/admin/claims`: boards that two accounts claim. */
export function ClaimsPage() {
  const claims = useAdminClaims();
  return (
    <>
      <PageHead title={t`Claims`}>
        {t`Boards that two accounts claim. The holder answers most claims; you can decide each one. The audit log records it.`}
      </PageHead>
      {claims.data === undefined ? (
        claims.isError ? (
          <ErrorState title={t`The claims did not load`} onRetry={() => void claims.refetch()}>
            {failureText(claims.error)}
          </ErrorState>
        ) : (
          <UsersSkeleton />
        )
      ) : claims.data.length === 0 ? (
        <EmptyState title={t`No claims`}>{t`No one claims a board of another account.`}</EmptyState>
      ) : (
        <ul className="claims" aria-label={t`Claims`}>
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

const present = (isOnline: boolean) => (isOnline ? t`connected now` : t`not connected`);

function ClaimCard({ claim }: { claim: AdminClaim }) {
  const [to, setTo] = useState<ClaimDecision['to'] | null>(null);
  const { espid, state, holder, claimant, holderSeenAt, openedAt, decidesAt } = claim;
  return (
    <Card className="claim" aria-label={espid}>
      <div className="claim-head">
        <h2 className="mono">{espid}</h2>
        <Badge tone={state === 'disputed' ? 'warning' : 'info'}>
          {state === 'disputed' ? t`Needs a decision` : t`Holder can object`}
        </Badge>
      </div>
      <dl className="claim-facts">
        <dt>{t`Holder`}</dt>
        <dd>
          {holder}, {present(claim.holderOnline)}
        </dd>
        <dt>{t`Holder’s board`}</dt>
        <dd className="num">
          {holderSeenAt === null ? t`no messages yet` : t`last seen ${{ time: formatDateTime(holderSeenAt) }}`}
        </dd>
        <dt>{t`Claimed by`}</dt>
        <dd>
          {claimant}, {present(claim.claimantOnline)}
        </dd>
        <dt>{t`Since`}</dt>
        <dd className="num">{formatDateTime(openedAt)}</dd>
        {state === 'open' && (
          <>
            <dt>{t`Time to object`}</dt>
            <dd className="num">{t`until ${{ end: formatDateTime(decidesAt) }}`}</dd>
          </>
        )}
      </dl>
      <div className="claim-actions">
        <Button onClick={() => setTo('holder')}>{t`Keep with holder`}</Button>
        <Button onClick={() => setTo('claimant')}>{t`Transfer to claimant`}</Button>
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
      cache.setQueryData(queryKeys.adminClaims(), claims);
      toasts.add({
        kind: 'success',
        title: t`${espid} belongs to ${{ owner: to === 'claimant' ? claimant : holder }}`,
      });
      onClose();
    },
    onError: () => cache.invalidateQueries({ queryKey: queryKeys.adminClaims() }),
  });
  return (
    <Dialog
      title={to === 'claimant' ? t`Transfer the board to the claimant` : t`Keep the board with the holder`}
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant={to === 'claimant' ? 'danger' : 'primary'}
            busy={decide.isPending}
            onClick={() => decide.mutate()}
          >
            {to === 'claimant' ? t`Transfer to claimant` : t`Keep with holder`}
          </Button>
        </>
      }
    >
      <p>
        {to === 'claimant'
          ? t`${holder} loses the device, and its history is deleted in seven days. ${claimant} gets the board without it. Both get an e-mail.`
          : t`${holder} keeps the board. ${claimant} gets an e-mail and cannot claim it again for 30 days.`}
      </p>
      <TextField
        className="action-dialog-reason"
        label={t`Reason`}
        description={t`Optional. The audit log stores it.`}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {decide.error && (
        <p className="action-dialog-error" role="alert">
          {failureText(decide.error)}
        </p>
      )}
    </Dialog>
  );
}
