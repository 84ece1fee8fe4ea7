import type { ReceivedClaim } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { devicePath } from '../devices/index.ts';
import { useClaimStep } from './claims-query.ts';
import './claim-notices.css';

/** A board of this account that somebody else claims to hold, to accept or object. */
export function ClaimNotice({ claim, named }: { claim: ReceivedClaim; named: boolean }) {
  const { id, espid, state, decidesAt } = claim;
  const [isConfirming, setConfirming] = useState(false);
  const step = useClaimStep();
  const toasts = useToasts();
  const failed = (error: Error) =>
    toasts.add({ kind: 'error', title: t`Could not answer the claim`, detail: failureText(error) });
  const object = () =>
    step.mutate(
      { step: 'object', id },
      { onError: failed, onSuccess: () => toasts.add({ kind: 'success', title: t`Objection sent`, detail: espid }) },
    );
  const accept = () => step.mutate({ step: 'accept', id }, { onError: failed, onSettled: () => setConfirming(false) });
  return (
    <li className="claim-notice">
      <Icon of={IconAlertTriangle} className="claim-notice-icon" />
      <div className="claim-notice-text">
        <p className="claim-notice-title">
          {named ? (
            <Trans>
              Another account claims{' '}
              <Link className="link mono" to={devicePath(espid)}>
                {espid}
              </Link>
            </Trans>
          ) : (
            t`Another account claims this board`
          )}
        </p>
        <p>
          {state === 'open'
            ? t`A board with this id connected with another account’s key. If the board is yours, object by ${{ deadline: formatDateTime(decidesAt) }}. Otherwise the other account gets it, unless your board connects before then.`
            : t`You keep the device until an administrator of this server decides.`}
        </p>
      </div>
      <div className="claim-notice-actions">
        {state === 'open' && (
          <Button variant="primary" busy={step.isPending && !isConfirming} onClick={object}>
            {t`Object`}
          </Button>
        )}
        <Button onClick={() => setConfirming(true)}>{t`Give up the board`}</Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t`Give up the board`}
          cancelLabel={t`Keep the board`}
          confirmLabel={t`Give up the board`}
          busy={step.isPending}
          onClose={() => setConfirming(false)}
          onConfirm={accept}
        >
          {t`Removes the device from your account and deletes its history in seven days. The other account gets the board, but not its history.`}
        </ConfirmDialog>
      )}
    </li>
  );
}
