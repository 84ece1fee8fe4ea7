import type { AccessToken, AccessTokenCreated } from '@cyno/contract';
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

const scopeText = { read: 'Read', control: 'Control' };

/** Personal access tokens: keys for scripts and apps of the owner. */
export function AccessTokensCard({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const { data: tokens, error, refetch } = useQuery(accessTokensQuery);
  const { busy, run } = useAction();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<AccessTokenCreated>();
  const [revoking, setRevoking] = useState<AccessToken>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: accessTokensQuery.queryKey });
  const revoke = async ({ id }: AccessToken) => {
    await revokeAccessToken(id);
    if (created?.id === id) setCreated(undefined);
    setRevoking(undefined);
    await refresh();
  };
  return (
    <SectionCard
      id="tokens"
      title="Access tokens"
      description="Keys for your own scripts and apps: as Bearer token of the HTTP API, and as password for MQTT."
      actions={
        <Button icon={IconPlus} onClick={() => setCreating(true)}>
          New token
        </Button>
      }
    >
      {created && <AccessTokenUse email={email} created={created} onClose={() => setCreated(undefined)} />}
      {tokens && tokens.length > 0 && (
        <RowList label="Access tokens">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </RowList>
      )}
      {tokens?.length === 0 && (
        <p className="section-note">You have no tokens. Make one when a script or an app needs your data.</p>
      )}
      {!tokens && error && (
        <SectionError onRetry={() => void refetch()}>Your tokens did not load. {failureText(error)}</SectionError>
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
          title={`Revoke ${revoking.name}?`}
          cancelLabel="Keep"
          confirmLabel="Revoke"
          busy={busy !== undefined}
          onClose={() => setRevoking(undefined)}
          onConfirm={() => run({ name: 'revoke', do: () => revoke(revoking), failure: 'Token not revoked' })}
        >
          Whatever uses this token loses access at once. This cannot be undone: it would need a new token.
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const now = liveNow();
  const over = token.expiresAt !== null && token.expiresAt <= now;
  const used = token.lastUsedAt === null ? 'Never used' : `Last used ${formatAge(now - token.lastUsedAt)}`;
  const expiry =
    token.expiresAt === null ? 'does not expire' : `${over ? 'expired' : 'expires'} ${formatDate(token.expiresAt)}`;
  return (
    <Row
      icon={IconKey}
      title={token.name}
      badge={
        <>
          <Badge>{scopeText[token.scope]}</Badge>
          {over && <Badge tone="warning">Expired</Badge>}
        </>
      }
      detail={`${used}, made ${formatDate(token.createdAt)}, ${expiry}`}
      actions={
        <Button size="small" aria-label={`Revoke the token ${token.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      }
    />
  );
}
