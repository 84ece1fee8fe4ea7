import type { IdentityProvider } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconUserCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConfig } from '../../../lib/api/public-config.ts';
import type { PageVisit } from '../../../lib/router/page-router.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { GateNotice } from '../../../ui/shell/gate.tsx';
import { CallbackFailure, NothingToFinish } from './callback-failure.tsx';
import { beginFinish, currentFinish, type Finish, type Outcome } from './finish.ts';
import { providerName } from './provider-name.ts';

/** `/auth/callback` and `/line-oauth-callback`: where a service sends browsers back to. */
export function callbackRoute(provider: IdentityProvider) {
  return {
    /** Takes the code out of the address before anything is drawn, counted or stored in the history. */
    enter({ url }: PageVisit) {
      if (url.search === '') return undefined;
      beginFinish(provider, url.searchParams);
      return url.pathname;
    },
    element: <CallbackPage provider={provider} />,
  };
}

function CallbackPage({ provider }: { provider: IdentityProvider }) {
  const [finish, setFinish] = useState(() => currentFinish(provider));
  return finish ? (
    <Finishing provider={provider} finish={finish} onAgain={() => setFinish(finish.again())} />
  ) : (
    <NothingToFinish />
  );
}

function Finishing({ provider, finish, onAgain }: { provider: IdentityProvider; finish: Finish; onAgain: () => void }) {
  const config = useConfig().data;
  const { purpose } = finish.visit;
  const name = finish.visit.name || providerName(provider, config);
  const navigate = useNavigate();
  const toasts = useToasts();
  const [failed, setFailed] = useState<{ finish: Finish; error: unknown }>();
  const proceed = useEffectEvent((outcome: Outcome) => {
    if ('error' in outcome) return setFailed({ finish, error: outcome.error });
    if (outcome.linked) toasts.add({ kind: 'success', title: t`${name} is linked to your account`, key: 'linked' });
    void navigate(outcome.to, { replace: true });
  });
  useEffect(() => {
    let isMounted = true;
    void finish.outcome.then((outcome) => isMounted && proceed(outcome));
    return () => {
      isMounted = false;
    };
  }, [finish]);

  if (failed?.finish === finish) {
    return <CallbackFailure name={name} purpose={purpose} error={failed.error} onAgain={onAgain} />;
  }
  const title = purpose === 'link' ? t`Linking ${name}…` : t`Logging you in…`;
  return (
    <GateNotice team={config?.team} title={title} icon={IconUserCheck}>
      {t`This takes a moment.`}
    </GateNotice>
  );
}
