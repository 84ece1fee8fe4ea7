import { t } from '@lingui/core/macro';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useConfig } from '../../../lib/api/public-config.ts';
import { loginPath } from '../../../lib/browser/next-path.ts';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { Gate, GateNotice } from '../../../ui/shell/gate.tsx';
import { forgetChallenge, pendingChallenge } from './two-factor.ts';
import { TwoFactorForm } from './two-factor-form.tsx';

/** `/auth/second-step`: what a login requests after the password, and then on to `?next=`. */
export function TwoFactorPage() {
  const team = useConfig().data?.team;
  const [parameters] = useSearchParams();
  const [challenge] = useState(pendingChallenge);
  const [over, setOver] = useState<string>();
  const backPath = loginPath(parameters.get('next') ?? undefined);
  useEffect(() => {
    if (!challenge) return;
    const timer = setTimeout(() => setOver(t`This step has expired.`), challenge.until - Date.now());
    return () => clearTimeout(timer);
  }, [challenge]);
  useEffect(() => {
    if (over) forgetChallenge();
  }, [over]);

  if (!challenge) return <Navigate to={backPath} replace />;
  if (over) {
    return (
      <GateNotice
        team={team}
        title={t`Log in again`}
        icon={IconClock}
        actions={
          <ButtonLink to={backPath} size="large" variant="primary">
            {t`Log in`}
          </ButtonLink>
        }
      >{t`${over} You have five minutes and five attempts.`}</GateNotice>
    );
  }
  return (
    <Gate team={team}>
      <h1 className="gate-title">{t`Two-factor authentication`}</h1>
      <TwoFactorForm challenge={challenge} backPath={backPath} onOver={setOver} />
    </Gate>
  );
}
