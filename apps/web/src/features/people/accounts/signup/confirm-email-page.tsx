import type { ConfirmResponse } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCircleCheck, IconMail } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { useSession } from '../../../../lib/api/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { confirmLink, failureText } from '../account-calls.ts';
import { GateNotice } from '../gate.tsx';
import { useLinkToken } from '../link-token.ts';
import { ToLogin } from '../login/other-account.tsx';

const failedPath = '/auth/confirmEmail/failed';

type Confirmed = ConfirmResponse['what'];
type State =
  | { step: 'asking' }
  | { step: 'confirmed'; what: Confirmed; account: string }
  | { step: 'problem'; text: string };

const texts: Record<Confirmed, () => { title: string; text: string }> = {
  account: () => ({ title: t`Address confirmed`, text: t`Your account is ready.` }),
  email: () => ({ title: t`Address changed`, text: t`Use the new address to log in from now on.` }),
  notification_address: () => ({ title: t`Address confirmed`, text: t`Alerts can now be sent to this address.` }),
};

/** `/auth/confirmEmail#token=…`: confirms what the mail was about; an expired or used token leads to the page of failure. */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ step: 'asking' });
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt retries.
  useEffect(() => {
    if (!token) {
      void navigate(failedPath, { replace: true });
      return;
    }
    let isMounted = true;
    confirmOnce(token, attempt).then(
      ({ what, account }) => isMounted && setState({ step: 'confirmed', what, account }),
      (error: unknown) => {
        if (!isMounted) return;
        if (mayPass(error)) setState({ step: 'problem', text: failureText(error) });
        else void navigate(failedPath, { replace: true });
      },
    );
    return () => {
      isMounted = false;
    };
  }, [token, attempt]);

  if (state.step === 'asking') {
    return (
      <GateNotice title={t`Confirming your address…`} icon={IconMail}>
        {t`This takes a moment.`}
      </GateNotice>
    );
  }
  if (state.step === 'confirmed') {
    const { title, text } = texts[state.what]();
    return (
      <GateNotice title={title} icon={IconCircleCheck} tone="success" actions={<WayOn {...state} />}>
        {text}
      </GateNotice>
    );
  }
  const again = () => {
    setState({ step: 'asking' });
    setAttempt(attempt + 1);
  };
  return (
    <GateNotice
      title={t`Not confirmed yet`}
      icon={IconMail}
      tone="warning"
      actions={
        <Button variant="primary" size="large" onClick={again}>
          {t`Try again`}
        </Button>
      }
    >
      {state.text}
    </GateNotice>
  );
}

/** The link may still be good: the server was away or requests more time. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.isTemporary || error.code === 'rate_limited');
}

// A token works once: an effect that runs twice must not turn a confirmation into a failure.
let pending: { key: string; response: Promise<ConfirmResponse> } | undefined;

function confirmOnce(token: string, attempt: number): Promise<ConfirmResponse> {
  const key = `${attempt} ${token}`;
  if (pending?.key !== key) pending = { key, response: confirmLink(token) };
  return pending.response;
}

/** `account`: by which address browsers may know the account that the link was for. */
function WayOn({ what, account }: { what: Confirmed; account: string }) {
  const session = useSession();
  if (session?.userId !== account) return <ToLogin />;
  return what === 'account' ? (
    <ButtonLink to="/device" variant="primary" size="large">
      {t`All devices`}
    </ButtonLink>
  ) : (
    <ButtonLink to="/profile" variant="primary" size="large">
      {t`Your profile`}
    </ButtonLink>
  );
}
