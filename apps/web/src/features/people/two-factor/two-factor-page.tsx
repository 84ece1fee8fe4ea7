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
    const timer = setTimeout(() => setOver('The time for this step is over.'), challenge.until - Date.now());
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
        title="Log in again"
        icon={IconClock}
        actions={
          <ButtonLink to={backPath} size="large" variant="primary">
            Log in
          </ButtonLink>
        }
      >
        {over} For your safety it takes five minutes and five tries at most.
      </GateNotice>
    );
  }
  return (
    <Gate team={team}>
      <h1 className="gate-title">One more step</h1>
      <TwoFactorForm challenge={challenge} backPath={backPath} onOver={setOver} />
    </Gate>
  );
}
