import type { ReceivedClaim } from '@cyno/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { devicePath } from '../devices/index.ts';
import { useClaimStep, useClaims } from './claims-query.ts';
import './claim-notices.css';

type ClaimNoticesProps = {
  /** Of this device only, where its name need not be shown. */
  espid?: string;
};

/** Boards of this account that somebody else claims to hold, each to accept or object; nothing when there is none. */
export function ClaimNotices({ espid }: ClaimNoticesProps) {
  const { data } = useClaims();
  const claims = data?.received.filter((claim) => espid === undefined || claim.espid === espid) ?? [];
  if (claims.length === 0) return null;
  return (
    <ul className="claim-notices" aria-label="Claims of your boards">
      {claims.map((claim) => (
        <ClaimNotice key={claim.id} claim={claim} named={espid === undefined} />
      ))}
    </ul>
  );
}

function ClaimNotice({ claim, named }: { claim: ReceivedClaim; named: boolean }) {
  const { id, espid, state, decidesAt } = claim;
  const [isConfirming, setConfirming] = useState(false);
  const step = useClaimStep();
  const toasts = useToasts();
  const failed = (error: Error) =>
    toasts.add({ kind: 'error', title: 'The claim was not answered', detail: error.message });
  const object = () =>
    step.mutate(
      { step: 'object', id },
      { onError: failed, onSuccess: () => toasts.add({ kind: 'success', title: 'You objected', detail: espid }) },
    );
  const accept = () => step.mutate({ step: 'accept', id }, { onError: failed, onSettled: () => setConfirming(false) });
  return (
    <li className="claim-notice">
      <Icon of={IconAlertTriangle} className="claim-notice-icon" />
      <div className="claim-notice-text">
        <p className="claim-notice-title">
          Somebody else says that they hold{' '}
          {named ? (
            <Link className="link mono" to={devicePath(espid)}>
              {espid}
            </Link>
          ) : (
            'this board'
          )}
        </p>
        <p>
          {state === 'open'
            ? `A board with this id signed in with the key of another account. Object by ${formatDateTime(decidesAt)} if the board is yours: without a word, and if your board is not seen either, the other account gets it.`
            : 'The device stays with you until an administrator of this server has decided.'}
        </p>
      </div>
      <div className="claim-notice-actions">
        {state === 'open' && (
          <Button variant="primary" busy={step.isPending && !isConfirming} onClick={object}>
            Object
          </Button>
        )}
        <Button onClick={() => setConfirming(true)}>Give the board up</Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title="Give the board up"
          cancelLabel="Keep the board"
          confirmLabel="Give the board up"
          busy={step.isPending}
          onClose={() => setConfirming(false)}
          onConfirm={accept}
        >
          The device leaves your account, and its history is deleted in seven days. The other account gets the board and
          sees nothing of what it measured here.
        </ConfirmDialog>
      )}
    </li>
  );
}
