import { t } from '@lingui/core/macro';
import { IconCompassOff, IconExclamationCircle, IconLock, IconMailX } from '@tabler/icons-react';
import { useSession } from '../../../lib/api/session.ts';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { GateNotice } from './gate.tsx';

function WayHome() {
  const session = useSession();
  return (
    <ButtonLink to={session ? '/device' : '/auth/login'} variant="primary" size="large">
      {session ? t`All devices` : t`Log in`}
    </ButtonLink>
  );
}

/** `/auth/confirmEmail/resentfailed` */
export function ResendFailedPage() {
  return (
    <GateNotice
      title={t`The mail was not sent`}
      icon={IconMailX}
      tone="warning"
      actions={
        <ButtonLink to="/auth/confirmEmail/failed" variant="primary" size="large">
          {t`Try again`}
        </ButtonLink>
      }
    >
      {t`The server could not send the confirmation mail. Wait a minute and try again.`}
    </GateNotice>
  );
}

/** `/auth/access` */
export function AccessPage() {
  const session = useSession();
  return (
    <GateNotice title={t`No access`} icon={IconLock} actions={<WayHome />}>
      {session
        ? t`Only administrators of this server can open this page.`
        : t`Only administrators of this server can open this page. Log in as an administrator.`}
    </GateNotice>
  );
}

/** `/auth/error` */
export function ErrorPage() {
  return (
    <GateNotice title={t`Something went wrong`} icon={IconExclamationCircle} tone="warning" actions={<WayHome />}>
      {t`Nothing was changed. Start again.`}
    </GateNotice>
  );
}

/** Any path that is no page. */
export function NotFoundPage() {
  return (
    <GateNotice title={t`Page not found`} icon={IconCompassOff} actions={<WayHome />}>
      {t`Check the address: the link may be old or mistyped.`}
    </GateNotice>
  );
}
