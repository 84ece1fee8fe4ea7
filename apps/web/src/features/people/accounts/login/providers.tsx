import type { IdentityProvider, PublicConfig } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { type NamedService, visitToLogin } from '../../identities/index.ts';
import { FormNote } from '../form-note.tsx';

/** Buttons for logging in through another service; nothing when none is configured. */
export function Providers({ providers }: { providers: PublicConfig['providers'] }) {
  const [parameters] = useSearchParams();
  const [leaving, setLeaving] = useState<IdentityProvider>();
  const [problem, setProblem] = useState<string>();
  useReturn(() => setLeaving(undefined));
  if (!providers.line && !providers.oidc) return null;

  const leaveTo = async (service: NamedService) => {
    setProblem(undefined);
    setLeaving(service.provider);
    try {
      await visitToLogin(service, parameters.get('next'));
    } catch (error) {
      setProblem(failureText(error));
      setLeaving(undefined);
    }
  };
  const button = (provider: IdentityProvider, name: string) => (
    <Button
      size="large"
      busy={leaving === provider}
      onClick={() => void leaveTo({ provider, name })}
    >{t`Continue with ${name}`}</Button>
  );
  return (
    <>
      <p className="gate-or">{t`or`}</p>
      <div className="gate-providers">
        {problem && <FormNote kind="error">{problem}</FormNote>}
        {providers.line && button('line', 'LINE')}
        {providers.oidc && button('oidc', providers.oidc.name)}
      </div>
    </>
  );
}

/** Calls back when the browser shows this page again as it was left, for example after its back button was pressed. */
function useReturn(onReturn: () => void) {
  const onShow = useEffectEvent((event: PageTransitionEvent) => event.persisted && onReturn());
  useEffect(() => {
    const hear = (event: PageTransitionEvent) => onShow(event);
    addEventListener('pageshow', hear);
    return () => removeEventListener('pageshow', hear);
  }, []);
}
