import { t } from '@lingui/core/macro';
import { IconMail } from '@tabler/icons-react';
import { logOut } from '../../../../lib/api/log-out.ts';
import { useSession } from '../../../../lib/api/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { FormNote } from '../form-note.tsx';
import { GateNotice } from '../gate.tsx';

/** The way to the login page, where a mailed link leads on; anyone who is logged in as somebody else chooses who to be. */
export function ToLogin() {
  const session = useSession();
  if (!session) {
    return (
      <ButtonLink to="/auth/login" variant="primary" size="large">
        {t`Log in`}
      </ButtonLink>
    );
  }
  return (
    <>
      <FormNote kind="info">{t`You are logged in as ${session.userId}.`}</FormNote>
      <ButtonLink to="/auth/login" variant="primary" size="large" onClick={logOut}>
        {t`Log out and log in`}
      </ButtonLink>
      <StayLoggedIn />
    </>
  );
}

/** Leaves the page of a mailed link without using it. */
function StayLoggedIn() {
  return (
    <ButtonLink to="/device" variant="ghost" size="large">
      {t`Stay logged in`}
    </ButtonLink>
  );
}

/** Lets the person who opens a link for somebody without an account choose what they want; nothing is lost either way. */
export function SomebodyElse({ email }: { email: string }) {
  return (
    <GateNotice
      title={t`You are already logged in`}
      icon={IconMail}
      actions={
        <>
          <Button variant="primary" size="large" onClick={logOut}>
            {t`Log out and sign up`}
          </Button>
          <StayLoggedIn />
        </>
      }
    >{t`You are logged in as ${email}. This link creates another account.`}</GateNotice>
  );
}
