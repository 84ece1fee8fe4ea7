import type { HomeTrust } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconArrowRight, IconDownload, IconRefresh, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { AppQueryClient } from '../../../lib/api/query-client.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { docsPath } from '../../../lib/language/docs-path.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { GateFailure } from '../../../ui/shell/gate.tsx';
import { useSystemTheme } from '../../../ui/shell/use-system-theme.ts';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { Gate, GateNotice, GateSign } from '../accounts/index.ts';
import { currentPlatform, installSteps, type Platform, platformLabel, platforms, rootFile } from './platforms.ts';
import { trustedAddressQuery, trustQuery } from './trust-calls.ts';
import './trust-page.css';

/** `/trust`: how this server is reached with encryption, for people whose device does not trust it yet. */
export function TrustPage() {
  // The page is open to all and knows nobody.
  const [client] = useState(() => new AppQueryClient());
  useSystemTheme();
  return (
    <QueryClientProvider client={client}>
      <Trust />
    </QueryClientProvider>
  );
}

function Trust() {
  const { data, error, refetch } = useQuery(trustQuery);
  if (error)
    return <GateFailure title={t`The page did not load`} reason={failureText(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Gate>
        <div className="trust" aria-busy="true">
          <Skeleton height={28} width={200} />
          <Skeleton height={120} width="auto" />
        </div>
      </Gate>
    );
  const [address] = data.addresses;
  if (data.root) return <Install root={data.root} addresses={data.addresses} />;
  if (address !== undefined) return <OtherAddress address={address} />;
  return (
    <GateNotice
      title={t`This server has no HTTPS yet`}
      icon={IconShieldOff}
      actions={
        <a className={buttonClass({ variant: 'primary', size: 'large' })} href={docsPath('running/https/')}>
          {t`How to set up HTTPS`}
        </a>
      }
    >
      {t`Its operator sets it up in a minute, with a domain or without one. Until then messages on the phone, passkeys, flashing by cable and the app on the home screen are missing.`}
    </GateNotice>
  );
}

function OtherAddress({ address }: { address: string }) {
  return (
    <GateNotice
      title={location.origin === address ? t`This connection is encrypted` : t`Use the encrypted address`}
      icon={IconShieldCheck}
      tone="success"
      actions={<Continue address={address} />}
    >
      {t`Browsers trust this server there already. Nothing has to be installed.`}
    </GateNotice>
  );
}

function Continue({ address }: { address: string }) {
  return (
    <a className={buttonClass({ variant: 'primary', size: 'large' })} href={address}>
      {t`Continue to ${address}`}
      <Icon of={IconArrowRight} size={16} />
    </a>
  );
}

type InstallProps = { root: NonNullable<HomeTrust['root']>; addresses: readonly string[] };

function Install({ root, addresses }: InstallProps) {
  const check = useQuery(trustedAddressQuery(addresses));
  const [platform, setPlatform] = useState<Platform>(currentPlatform);
  const until = formatDate(root.endsAt);
  if (check.data)
    return (
      <GateNotice
        title={t`This browser trusts this server`}
        icon={IconShieldCheck}
        tone="success"
        actions={<Continue address={check.data} />}
      >
        {t`Use this address from now on. Messages, passkeys, flashing by cable and the app on the home screen work there.`}
      </GateNotice>
    );
  return (
    <Gate>
      <div className="trust">
        <GateSign icon={IconShieldOff} />
        <h1 className="gate-title">{t`Trust this server`}</h1>
        <p className="gate-text">
          {t`Install the root certificate of this server once on each device. Messages, passkeys, flashing by cable and the app on the home screen work then.`}
        </p>
        <SelectField
          label={t`This device`}
          size="large"
          options={platforms.map((id) => ({ id, label: platformLabel(id) }))}
          value={platform}
          onChange={setPlatform}
        />
        <ol className="trust-steps">
          {installSteps(platform).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <a className={buttonClass({ variant: 'primary', size: 'large' })} href={rootFile(platform)} download>
          <Icon of={IconDownload} size={16} />
          {platform === 'ios' ? t`Download profile` : t`Download certificate`}
        </a>
        <Button size="large" icon={IconRefresh} busy={check.isFetching} onClick={() => void check.refetch()}>
          {t`Check this browser`}
        </Button>
        {check.isFetched && !check.isFetching && (
          <FormNote kind="info">{t`This browser does not trust this server yet.`}</FormNote>
        )}
        <h2>{t`What trusting it means`}</h2>
        <p>
          {t`This device then believes every certificate made with the key of this server. It is limited to names of home networks, such as those that end in .local, and to private addresses, so no one can pass for your bank with it. Install it only if you know who runs this server.`}
        </p>
        <h2>{t`Fingerprint (SHA-256)`}</h2>
        <p>{t`Compare it with the one that the operator sees with the command admin certificates.`}</p>
        <CopyLine label={t`Copy fingerprint`} text={root.fingerprint} />
        <p className="trust-facts">{t`“${{ name: root.name }}”, valid until ${until}`}</p>
      </div>
    </Gate>
  );
}
