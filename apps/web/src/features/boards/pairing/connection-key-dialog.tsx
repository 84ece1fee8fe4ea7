import type { PairingState } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { usePageOwner } from '../../../lib/api/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { devicePath } from '../devices/index.ts';
import './connection-key-dialog.css';
import { pairingQuery, usePairing, useVerdict } from './pairing-queries.ts';

/** The account's connection key: what it is for, how to change it, and which boards still use an old one. */
export function ConnectionKeyDialog({ onClose }: { onClose: () => void }) {
  const pairing = usePairing();
  return (
    <Dialog title={t`Connection key`} isOpen onClose={onClose} actions={<Button onClick={onClose}>{t`Close`}</Button>}>
      {pairing.data ? (
        <KeyDetails state={pairing.data} />
      ) : pairing.isError ? (
        <ErrorState title={t`Could not load the key`} onRetry={() => void pairing.refetch()}>
          {failureText(pairing.error)}
        </ErrorState>
      ) : (
        <Skeleton height={120} />
      )}
    </Dialog>
  );
}

function KeyDetails({ state }: { state: PairingState }) {
  const email = usePageOwner()?.userId ?? '';
  const login = `${email}/${state.connectionKey}`;
  return (
    <div className="connection-key">
      <p>
        {t`Put this text in the e-mail line of your sketch. The board then joins without your approval, and nobody else can use its id.`}
      </p>
      <CopyButton className="connection-key-text mono" label={t`Copy e-mail and key`} text={login}>
        <span className="connection-key-value">{login}</span>
      </CopyButton>
      <Rotate hasOldBoards={state.oldKeyBoards.length > 0} />
      {state.oldKeyBoards.length > 0 && (
        <section>
          <h3>{t`Boards with an old key`}</h3>
          <p>{t`Upload their sketches again with the new key.`}</p>
          <ul>
            {state.oldKeyBoards.map(({ espid, name }) => (
              <li key={espid} className="connection-key-line">
                <span>{name}</span>
                <ButtonLink size="small" to={devicePath(espid)}>
                  {t`Open`}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {state.blocked.length > 0 && (
        <section>
          <h3>{t`Blocked boards`}</h3>
          <ul>
            {state.blocked.map(({ espid }) => (
              <BlockedLine key={espid} espid={espid} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function BlockedLine({ espid }: { espid: string }) {
  const decision = useVerdict();
  return (
    <li className="connection-key-line">
      <span className="mono">{espid}</span>
      <Button size="small" busy={decision.isPending} onClick={() => decision.mutate({ espid, verdict: 'unblock' })}>
        {t`Unblock`}
      </Button>
    </li>
  );
}

/** A new key does no harm by itself; ending the old ones cuts boards off, so that needs a second confirmation. */
function Rotate({ hasOldBoards }: { hasOldBoards: boolean }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const rotate = useMutation({
    mutationFn: (endOld: boolean) => call('POST /api/pairing/key/rotate', { body: { endOld } }),
    onSuccess: (state) => client.setQueryData(pairingQuery.queryKey, state),
    onSettled: () => setConfirming(false),
  });
  return (
    <div className="connection-key-rotate">
      {isConfirming ? (
        <>
          <p>{t`Disconnects all boards until they have the new key. Continue?`}</p>
          <Button variant="danger" busy={rotate.isPending} onClick={() => rotate.mutate(true)}>
            {t`Create key and revoke old keys`}
          </Button>
          <Button onClick={() => setConfirming(false)}>{t`Cancel`}</Button>
        </>
      ) : (
        <>
          <Button busy={rotate.isPending} onClick={() => rotate.mutate(false)}>
            {t`Create new key`}
          </Button>
          <Button variant="ghost" onClick={() => setConfirming(true)}>
            {hasOldBoards ? t`Revoke old keys` : t`Replace and revoke this key`}
          </Button>
        </>
      )}
      <p className="connection-key-note" role="status">
        {rotate.isError && failureText(rotate.error)}
        {rotate.isSuccess && t`New key created.`}
      </p>
    </div>
  );
}
