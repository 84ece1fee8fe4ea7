import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconCloudOff, IconLock, IconMailQuestion, IconUserX } from '@tabler/icons-react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useConfig } from '../../../lib/api/public-config.ts';
import { useSession } from '../../../lib/api/session.ts';
import { loginPath } from '../../../lib/browser/next-path.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { GateNotice, type GateNoticeProps } from '../../../ui/shell/gate.tsx';
import { linkedPath } from './finish.ts';
import type { VisitPurpose } from './identity-visit.ts';

type FailureText = Pick<GateNoticeProps, 'title' | 'icon'> & { way: { label: string; to: string } };

const startAgain = () => ({ label: t`Start again`, to: '/auth/login' });
const backToLogin = () => ({ label: t`Back to login`, to: '/auth/login' });
/** After the login the profile is the place where this service can be linked. */
const loginAndLink = () => ({ label: t`Log in`, to: loginPath(linkedPath) });

/** What the page of a failed login shows above the server's message, and the one way on. */
function failureTextOf(error: unknown, name: string): FailureText {
  switch (error instanceof ApiError ? error.code : undefined) {
    case 'cancelled':
      return { title: t`Login cancelled`, icon: IconUserX, way: backToLogin() };
    case 'link_expired':
      return { title: t`This login has expired`, icon: IconAlertTriangle, way: startAgain() };
    case 'wrong_browser':
      return { title: t`Started in another browser`, icon: IconAlertTriangle, way: startAgain() };
    case 'unavailable':
      return { title: t`Login not finished`, icon: IconCloudOff, way: startAgain() };
    case 'email_not_verified':
      return { title: t`Your address is not verified`, icon: IconMailQuestion, way: loginAndLink() };
    case 'not_linked':
      return { title: t`${name} is not linked yet`, icon: IconUserX, way: loginAndLink() };
    case 'signup_closed':
      return { title: t`No account for you yet`, icon: IconLock, way: backToLogin() };
    case 'forbidden':
      return { title: t`You cannot log in`, icon: IconLock, way: backToLogin() };
    default:
      return { title: t`Login not finished`, icon: IconAlertTriangle, way: startAgain() };
  }
}

const linkTitles: Partial<Record<ApiError['code'], () => string>> = {
  cancelled: () => t`Linking cancelled`,
  conflict: () => t`Linked to another account`,
};

function linkFailureText(error: unknown): FailureText {
  const title = (error instanceof ApiError && linkTitles[error.code]?.()) || t`Nothing was linked`;
  const signedOut = error instanceof ApiError && error.refusesSession;
  const way = signedOut ? loginAndLink() : { label: t`Back to your profile`, to: linkedPath };
  return { title, icon: IconAlertTriangle, way };
}

type CallbackFailureProps = { name: string; purpose: VisitPurpose['purpose']; error: unknown; onAgain: () => void };

/** Why a visit to another service led to nothing. */
export function CallbackFailure({ name, purpose, error, onAgain }: CallbackFailureProps) {
  const { title, icon, way } = purpose === 'link' ? linkFailureText(error) : failureTextOf(error, name);
  // No response came from our own server: the visit may still be good.
  const isOffline = error instanceof ApiError && error.status === 0;
  const action = isOffline ? (
    <Button variant="primary" size="large" onClick={onAgain}>
      {t`Try again`}
    </Button>
  ) : (
    <ButtonLink to={way.to} variant="primary" size="large">
      {way.label}
    </ButtonLink>
  );
  return (
    <GateNotice team={useConfig().data?.team} title={title} icon={icon} tone="warning" actions={action}>
      {failureText(error)}
    </GateNotice>
  );
}

/** For anyone who opens the address by hand or reloads it. */
export function NothingToFinish() {
  const session = useSession();
  return (
    <GateNotice
      team={useConfig().data?.team}
      title={t`Nothing to finish here`}
      icon={IconAlertTriangle}
      tone="warning"
      actions={
        <ButtonLink to={session ? '/device' : '/auth/login'} variant="primary" size="large">
          {session ? t`All devices` : t`Log in`}
        </ButtonLink>
      }
    >
      {t`No login through another service is in progress. Start again.`}
    </GateNotice>
  );
}
