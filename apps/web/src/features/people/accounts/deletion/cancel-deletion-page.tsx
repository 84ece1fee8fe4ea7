import { t } from '@lingui/core/macro';
import { IconCircleCheck, IconLinkOff, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { useSession } from '../../../../lib/api/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { cancelAccountDeletion, failureText } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { Gate, GateNotice, GateSign } from '../gate.tsx';
import { useLinkToken } from '../link-token.ts';
import { ToLogin } from '../login/other-account.tsx';

/** `/auth/keep#token=…`: takes the deletion of an account back, with the link of the mail or after a login. */
export function CancelDeletionPage() {
  const token = useLinkToken();
  const [state, setState] = useState<'confirming' | 'cancelled' | 'dead'>(token ? 'confirming' : 'dead');
  if (state === 'cancelled') {
    return (
      <GateNotice title={t`Your account stays`} icon={IconCircleCheck} tone="success" actions={<ToLogin />}>
        {t`The deletion is cancelled. Your devices and their data are unchanged.`}
      </GateNotice>
    );
  }
  if (state === 'dead' || !token) {
    return (
      <GateNotice title={t`The link did not work`} icon={IconLinkOff} tone="warning" actions={<ToLogin />}>
        {t`It was already used, or it has expired. If the account still exists, you can cancel the deletion by logging in.`}
      </GateNotice>
    );
  }
  return <Question token={token} onResult={setState} />;
}

function Question({ token, onResult }: { token: string; onResult: (response: 'cancelled' | 'dead') => void }) {
  // Nobody is logged in to an account that waits for its deletion.
  const session = useSession();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const cancelDeletion = async () => {
    setBusy(true);
    try {
      await cancelAccountDeletion(token);
      onResult('cancelled');
    } catch (error) {
      if (error instanceof ApiError && (error.isTemporary || error.code === 'rate_limited')) {
        setProblem(failureText(error));
      } else onResult('dead');
      setBusy(false);
    }
  };
  return (
    <Gate>
      <GateSign icon={IconUserMinus} />
      <h1 className="gate-title">{t`Keep your account?`}</h1>
      <p className="gate-text">
        {t`This account will be deleted with its devices and their data. You can still cancel that.`}
      </p>
      <div className="gate-actions">
        {session && (
          <FormNote kind="info">{t`You are logged in as ${session.userId}. This link is about another account.`}</FormNote>
        )}
        {problem && <FormNote kind="error">{problem}</FormNote>}
        <Button variant="primary" size="large" busy={busy} onClick={() => void cancelDeletion()}>
          {t`Keep account`}
        </Button>
      </div>
    </Gate>
  );
}
