import { t } from '@lingui/core/macro';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { passkeyFailure, proveWithPasskey } from './passkey-calls.ts';

/** Proves with a passkey that the owner of the session is still there, in place of the password. */
export function PasskeyProof({ onProved }: { onProved: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const prove = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      if (await proveWithPasskey()) return onProved();
      setProblem(t`No passkey was used. Try again.`);
    } catch (error) {
      setProblem(passkeyFailure(error));
    }
    setBusy(false);
  };
  return (
    <>
      {problem && <FormNote kind="error">{problem}</FormNote>}
      <Button icon={IconFingerprint} busy={busy} onClick={() => void prove()}>
        {t`Use a passkey`}
      </Button>
    </>
  );
}
