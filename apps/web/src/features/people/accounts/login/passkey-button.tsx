import { t } from '@lingui/core/macro';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, cancelDeletionPath } from '../../../../lib/api/api-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { loadPasskeyCalls, passkeyObstacle } from '../../two-factor/index.ts';

type PasskeyButtonProps = {
  /** Explains in a sentence why it did not work; an account that is being deleted leads to a page of its own instead. */
  onProblem: (sentence: string) => void;
  onDeletion: (path: string) => void;
};

/** Logs in with a passkey instead of address and password; nothing where the page cannot use any. Its code comes with the first press. */
export function PasskeyButton({ onProblem, onDeletion }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  if (passkeyObstacle()) return null;
  const login = async () => {
    setBusy(true);
    try {
      const { loginWithPasskey, passkeyFailure } = await loadPasskeyCalls();
      await loginWithPasskey().then(
        (done) => done || onProblem(t`No passkey was used. Try again, or log in with your password.`),
        (error: unknown) => {
          if (error instanceof ApiError && error.deletion) onDeletion(cancelDeletionPath(error.deletion));
          else onProblem(passkeyFailure(error));
        },
      );
    } catch {
      onProblem(t`Can't connect to server.`);
    }
    setBusy(false);
  };
  return (
    <Button size="large" icon={IconFingerprint} busy={busy} onClick={() => void login()}>
      {t`Use a passkey`}
    </Button>
  );
}
