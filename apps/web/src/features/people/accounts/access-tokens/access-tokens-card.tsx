import type { AccessToken, AccessTokenCreated } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAge, formatDate } from '../../../../lib/format/format.ts';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { failureText } from '../account-calls.ts';
import { accessTokensQuery, revokeAccessToken } from '../profile-calls.ts';
import { useAction } from '../use-action.ts';
import { AccessTokenDialog } from './access-token-dialog.tsx';
import { AccessTokenUse } from './access-token-use.tsx';

const scopeText = { read: () => t`Read`, control: () => t`Control` };

/** Personal access tokens: keys for scripts and apps of the owner. */
export function AccessTokensCard({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const { data: tokens, error, refetch } = useQuery(accessTokensQuery);
  const { busy, run } = useAction();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<AccessTokenCreated>();
  const [revoking, setRevoking] = useState<AccessToken>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: accessTokensQuery.queryKey });
  const revoke = async (token: AccessToken) => {
    await revokeAccessToken(token.id);
    setCreated((now) => (now?.id === token.id ? undefined : now));
    setRevoking((now) => (now === token ? undefined : now));
    await refresh();
  };
  return (
    <SectionCard
      id="tokens"
      title={t`Access tokens`}
      description={t`Keys for your scripts and apps: as Bearer token for the HTTP API or as password for MQTT.`}
      actions={
        <Button icon={IconPlus} onClick={() => setCreating(true)}>
          {t`New token`}
        </Button>
      }
    >
      {created && <AccessTokenUse email={email} created={created} onClose={() => setCreated(undefined)} />}
      {tokens && tokens.length > 0 && (
        <RowList label={t`Access tokens`}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </RowList>
      )}
      {tokens?.length === 0 && (
        <p className="section-note">{t`No tokens yet. Create one for a script or app that needs your data.`}</p>
      )}
      {!tokens && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Your tokens did not load. ${{ why: failureText(error) }}`}</SectionError>
      )}
      {!tokens && !error && <SectionSkeleton rows={1} />}
      {creating && (
        <AccessTokenDialog
          onClose={() => setCreating(false)}
          onCreated={(token) => {
            setCreating(false);
            setCreated(token);
            void refresh();
          }}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={t`Revoke ${revoking.name}?`}
          cancelLabel={t`Keep`}
          confirmLabel={t`Revoke`}
          busy={busy.has(`revoke ${revoking.id}`)}
          onClose={() => setRevoking(undefined)}
          onConfirm={() =>
            run({ name: `revoke ${revoking.id}`, do: () => revoke(revoking), failure: t`Token not revoked` })
          }
        >
          {t`Scripts and apps that use this token lose access. This cannot be undone.`}
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const now = liveNow();
  const over = token.expiresAt !== null && token.expiresAt <= now;
  const used = token.lastUsedAt === null ? t`Never used` : t`Last used ${{ age: formatAge(now - token.lastUsedAt) }}`;
  const expiry =
    token.expiresAt === null
      ? t`Expires: never`
      : over
        ? t`Expired ${{ date: formatDate(token.expiresAt) }}`
        : t`Expires ${{ date: formatDate(token.expiresAt) }}`;
  return (
    <Row
      icon={IconKey}
      title={token.name}
      badge={
        <>
          <Badge>{scopeText[token.scope]()}</Badge>
          {over && <Badge tone="warning">{t`Expired`}</Badge>}
        </>
      }
      detail={[used, t`created ${{ date: formatDate(token.createdAt) }}`, expiry].join(', ')}
      actions={
        <Button size="small" aria-label={t`Revoke the token ${token.name}`} onClick={onRevoke}>
          {t`Revoke`}
        </Button>
      }
    />
  );
}
