import { IconCompassOff, IconExclamationCircle, IconLock, IconMailX } from '@tabler/icons-react';
import { useSession } from '../../../lib/api/session.ts';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { GateNotice } from './gate.tsx';

function WayHome() {
  const session = useSession();
  return (
    <ButtonLink to={session ? '/device' : '/auth/login'} variant="primary" size="large">
      {session ? 'All devices' : 'Log in'}
    </ButtonLink>
  );
}

/** `/auth/confirmEmail/resentfailed` */
export function ResendFailedPage() {
  return (
    <GateNotice
      title="The mail was not sent"
      icon={IconMailX}
      tone="warning"
      actions={
        <ButtonLink to="/auth/confirmEmail/failed" variant="primary" size="large">
          Try again
        </ButtonLink>
      }
    >
      The server could not send a new confirmation mail. Wait a minute, then ask for it again.
    </GateNotice>
  );
}

/** `/auth/access` */
export function AccessPage() {
  const session = useSession();
  return (
    <GateNotice title="No access" icon={IconLock} actions={<WayHome />}>
      {session
        ? 'This page is for administrators of this server, and your account is not one.'
        : 'This page is for administrators of this server. Log in with an account that is one.'}
    </GateNotice>
  );
}

/** `/auth/error` */
export function ErrorPage() {
  return (
    <GateNotice title="Something went wrong" icon={IconExclamationCircle} tone="warning" actions={<WayHome />}>
      The last step could not be finished. Nothing was changed, so you can start it again.
    </GateNotice>
  );
}

/** Any path that is no page. */
export function NotFoundPage() {
  return (
    <GateNotice title="Page not found" icon={IconCompassOff} actions={<WayHome />}>
      There is no page at this address. The link may be old or mistyped.
    </GateNotice>
  );
}
