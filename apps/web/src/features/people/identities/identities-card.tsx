import type { Identity, IdentityProvider, PublicConfig } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { withProof } from '../../../lib/api/proof.ts';
import { useConfig } from '../../../lib/api/public-config.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { useSession } from '../../../lib/api/session.ts';
import { formatAge, formatDateTime } from '../../../lib/format/format.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { visitToLink } from './identity-visit.ts';
import { providerName } from './provider-name.ts';

const identitiesQuery = queryOptions({
  queryKey: queryKeys.identities(),
  queryFn: ({ signal }) => call('GET /api/identities', { signal }),
});

/** The services whose logins this server takes. */
function providersOf({ providers }: PublicConfig): IdentityProvider[] {
  return [...(providers.oidc ? ['oidc' as const] : []), ...(providers.line ? ['line' as const] : [])];
}

/** The logins of other services that are linked to the account; nothing where no service is configured. */
export function IdentitiesCard() {
  const config = useConfig().data;
  const providers = config ? providersOf(config) : [];
  if (!config || providers.length === 0) return null;
  return (
    <SectionCard
      id="identities"
      title={t`Linked logins`}
      description={t`Services that you can log in with instead of your password.`}
    >
      <LinkedLogins config={config} providers={providers} />
    </SectionCard>
  );
}

function LinkedLogins({ config, providers }: { config: PublicConfig; providers: IdentityProvider[] }) {
  const { data: identities, error, refetch } = useQuery(identitiesQuery);
  const [unlinking, setUnlinking] = useState<Identity>();
  if (!identities) {
    if (!error) return <SectionSkeleton rows={providers.length} />;
    return (
      <SectionError
        onRetry={() => void refetch()}
      >{t`Your linked logins did not load. ${{ why: failureText(error) }}`}</SectionError>
    );
  }
  const missing = providers.filter((provider) => !identities.some((identity) => identity.provider === provider));
  return (
    <>
      <RowList label={t`Linked logins`}>
        {identities.map((identity) => (
          <LinkedRow
            key={identity.id}
            identity={identity}
            name={providerName(identity.provider, config)}
            onUnlink={() => setUnlinking(identity)}
          />
        ))}
        {missing.map((provider) => (
          <MissingRow key={provider} provider={provider} name={providerName(provider, config)} />
        ))}
      </RowList>
      {unlinking && (
        <Unlinking
          identity={unlinking}
          name={providerName(unlinking.provider, config)}
          onClose={() => setUnlinking(undefined)}
        />
      )}
    </>
  );
}

type LinkedRowProps = { identity: Identity; name: string; onUnlink: () => void };

function LinkedRow({ identity, name, onUnlink }: LinkedRowProps) {
  const { email, name: person, createdAt, lastUsedAt } = identity;
  const used = lastUsedAt === null ? t`never used` : t`last used ${{ age: formatAge(liveNow() - lastUsedAt) }}`;
  return (
    <Row
      icon={IconLink}
      title={name}
      badge={<Badge tone="success">{t`Linked`}</Badge>}
      detail={[email ?? person, t`linked ${{ time: formatDateTime(createdAt) }}`, used].filter(Boolean).join(', ')}
      actions={
        <Button size="small" aria-label={t`Unlink ${name}`} onClick={onUnlink}>
          {t`Unlink`}
        </Button>
      }
    />
  );
}

function MissingRow({ provider, name }: { provider: IdentityProvider; name: string }) {
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const link = async () => {
    setBusy(true);
    try {
      // When it returns true the browser is about to leave this page: the button stays busy until then.
      if (!(await visitToLink({ provider, name }))) setBusy(false);
    } catch (error) {
      setBusy(false);
      toasts.add({ kind: 'error', title: t`${name} not linked`, detail: failureText(error) });
    }
  };
  return (
    <Row
      icon={IconLinkOff}
      title={name}
      detail={t`Not linked`}
      actions={
        <Button size="small" busy={busy} aria-label={t`Link ${name}`} onClick={() => void link()}>
          {t`Link`}
        </Button>
      }
    />
  );
}

function Unlinking({ identity, name, onClose }: { identity: Identity; name: string; onClose: () => void }) {
  const session = useSession();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const unlink = async () => {
    setBusy(true);
    try {
      const proved = await withProof(async () => {
        await call('DELETE /api/identities/:id', { params: { id: identity.id } });
        return true;
      });
      if (proved) toasts.add({ kind: 'success', title: t`${name} is no longer linked` });
      await queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey });
    } catch (error) {
      toasts.add({ kind: 'error', title: t`${name} is still linked`, detail: failureText(error) });
    } finally {
      onClose();
    }
  };
  // The service knows its person by the address of the account, so it can find the account without a link.
  const hasSameAddress = identity.email !== null && identity.email === session?.userId;
  return (
    <ConfirmDialog
      title={t`Unlink ${name}?`}
      cancelLabel={t`Keep`}
      confirmLabel={t`Unlink`}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void unlink()}
    >
      {hasSameAddress
        ? t`${name} has the e-mail address of your account, so logging in with it links it again. To prevent that, change one of the addresses.`
        : t`You can no longer log in with ${name}. You can link it again at any time.`}
    </ConfirmDialog>
  );
}
