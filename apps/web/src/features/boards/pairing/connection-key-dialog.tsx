import type { PairingState } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
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
    <Dialog title="Connection key" isOpen onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {pairing.data ? (
        <KeyDetails state={pairing.data} />
      ) : pairing.isError ? (
        <ErrorState title="The key did not load" onRetry={() => void pairing.refetch()}>
          {pairing.error.message}
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
        A board that signs in with this text in the e-mail line of its sketch joins without asking, and nobody else can
        use its id.
      </p>
      <CopyButton className="connection-key-text mono" label="Copy e-mail and key" text={login}>
        <span className="connection-key-value">{login}</span>
      </CopyButton>
      <Rotate hasOldBoards={state.oldKeyBoards.length > 0} />
      {state.oldKeyBoards.length > 0 && (
        <section>
          <h3>Boards with an old key</h3>
          <p>Upload their sketch again with the new one.</p>
          <ul>
            {state.oldKeyBoards.map(({ espid, name }) => (
              <li key={espid} className="connection-key-line">
                <span>{name}</span>
                <ButtonLink size="small" to={devicePath(espid)}>
                  Open
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {state.blocked.length > 0 && (
        <section>
          <h3>Blocked boards</h3>
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
        Unblock
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
          <p>Boards that use the present key or an older one are cut off until they get the new one. Go on?</p>
          <Button variant="danger" busy={rotate.isPending} onClick={() => rotate.mutate(true)}>
            New key, end old ones
          </Button>
          <Button onClick={() => setConfirming(false)}>Keep them</Button>
        </>
      ) : (
        <>
          <Button busy={rotate.isPending} onClick={() => rotate.mutate(false)}>
            New key
          </Button>
          <Button variant="ghost" onClick={() => setConfirming(true)}>
            {hasOldBoards ? 'End old keys' : 'New key, end this one'}
          </Button>
        </>
      )}
      <p className="connection-key-note" role="status">
        {rotate.isError && rotate.error.message}
        {rotate.isSuccess && 'This is the new key.'}
      </p>
    </div>
  );
}
