import type { Passkey, PasskeyCreation } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconFingerprint, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatAge, formatDate } from '../../../lib/format/format.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { NeedsHttps } from '../../../ui/status/needs-https.tsx';
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';
import { passkeyObstacle } from './passkeys.ts';
import { removePasskey, startPasskey, twoFactorQuery } from './two-factor-calls.ts';
import { useStep } from './use-step.ts';

type Open = { what: 'add'; creation: PasskeyCreation } | { what: 'rename' | 'remove'; passkey: Passkey };

/** Passkeys: fingerprint, face or PIN of a device in place of the password. */
export function PasskeysCard() {
  const { data, error, refetch } = useQuery(twoFactorQuery);
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { busy, run } = useStep();
  const [open, setOpen] = useState<Open>();
  const obstacle = passkeyObstacle();
  const refresh = () => queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
  const close = () => setOpen(undefined);
  const done = (title: string) => {
    close();
    toasts.add({ kind: 'success', title });
    void refresh();
  };
  const add = () =>
    run(t`No passkey added`, async () => {
      const creation = await startPasskey();
      if (creation) setOpen({ what: 'add', creation });
    });
  const remove = ({ id }: Passkey) =>
    run(t`Passkey not removed`, async () => {
      if (await removePasskey(id)) done(t`Passkey removed`);
    });

  return (
    <SectionCard
      id="passkeys"
      title={t`Passkeys`}
      description={t`Log in with the fingerprint, face or PIN of your device instead of your password. A passkey also replaces the two-factor code.`}
      actions={
        data &&
        !obstacle && (
          <Button icon={IconPlus} busy={busy && !open} onClick={add}>
            {t`Add a passkey`}
          </Button>
        )
      }
    >
      {obstacle && (isSecureContext ? <p className="section-note">{obstacle}</p> : <NeedsHttps>{obstacle}</NeedsHttps>)}
      {data && data.passkeys.length > 0 && (
        <RowList label={t`Passkeys`}>
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpen({ what: 'rename', passkey })}
              onRemove={() => setOpen({ what: 'remove', passkey })}
            />
          ))}
        </RowList>
      )}
      {data?.passkeys.length === 0 && !obstacle && (
        <p className="section-note">{t`No passkeys yet. Add one on each device that you log in from.`}</p>
      )}
      {!data && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Your passkeys did not load. ${{ why: failureText(error) }}`}</SectionError>
      )}
      {!data && !error && <SectionSkeleton rows={1} />}
      {open?.what === 'add' && (
        <AddPasskeyDialog creation={open.creation} onClose={close} onAdded={() => done(t`Passkey added`)} />
      )}
      {open?.what === 'rename' && (
        <RenamePasskeyDialog passkey={open.passkey} onClose={close} onRenamed={() => done(t`Passkey renamed`)} />
      )}
      {open?.what === 'remove' && (
        <ConfirmDialog
          title={t`Remove ${open.passkey.name}?`}
          cancelLabel={t`Keep`}
          confirmLabel={t`Remove`}
          busy={busy}
          onClose={close}
          onConfirm={() => remove(open.passkey)}
        >
          {t`It can no longer open your account. Delete it from your device or password manager too.`}
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey: { name, backedUp, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  const used = lastUsedAt === null ? t`never used` : t`last used ${{ age: formatAge(liveNow() - lastUsedAt) }}`;
  return (
    <Row
      icon={IconFingerprint}
      title={name}
      badge={backedUp && <Badge>{t`Synchronised`}</Badge>}
      detail={[t`Added ${{ date: formatDate(createdAt) }}`, used].join(', ')}
      actions={
        <>
          <Button size="small" aria-label={t`Rename ${name}`} onClick={onRename}>
            {t`Rename`}
          </Button>
          <Button size="small" variant="ghost" aria-label={t`Remove ${name}`} onClick={onRemove}>
            {t`Remove`}
          </Button>
        </>
      }
    />
  );
}
