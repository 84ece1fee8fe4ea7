import type { ControlState, Device, GuestPass, PassCreated } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconQrcode, IconTicket } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatAge } from '../../../lib/format/format.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { controlQuery } from '../../boards/control/index.ts';
import { passesQuery, revokePass } from './pass-calls.ts';
import { PassMade } from './pass-made.tsx';
import { passStateLabel, passTargetOf, passTargetText, passTimeText } from './pass-text.ts';

const PassDialog = lazy(async () => ({ default: (await import('./pass-dialog.tsx')).PassDialog }));

type Open = 'new' | { made: PassCreated } | { revoke: GuestPass } | null;

/** Guest passes of a device: QR codes that let somebody without an account operate one thing of it. */
export function PassesCard({ device }: { device: Device }) {
  const client = useQueryClient();
  const { data: passes, error, refetch } = useQuery(passesQuery(device.espid));
  const { data: control } = useQuery({ ...controlQuery(device.espid), enabled: (passes?.length ?? 0) > 0 });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <SectionCard
      id="passes"
      title={t`Guest passes`}
      description={t`A QR code for someone without an account: controls one output or event, for a number of uses, until a date.`}
      actions={
        <Button icon={IconQrcode} onClick={() => setOpen('new')}>
          {t`New pass`}
        </Button>
      }
    >
      {passes && passes.length > 0 && (
        <RowList label={t`Guest passes`}>
          {passes.map((pass) => (
            <PassRow key={pass.id} pass={pass} control={control} onRevoke={() => setOpen({ revoke: pass })} />
          ))}
        </RowList>
      )}
      {passes?.length === 0 && (
        <p className="section-note">
          {t`No passes yet. Create one so that a guest can open the gate, or a neighbour can water your plants.`}
        </p>
      )}
      {!passes && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`The passes did not load. ${{ why: failureText(error) }}`}</SectionError>
      )}
      {!passes && !error && <SectionSkeleton rows={1} />}
      {open === 'new' && (
        <Suspense fallback={null}>
          <PassDialog
            device={device}
            onClose={close}
            onCreated={(made) => {
              setOpen({ made });
              void client.invalidateQueries({ queryKey: passesQuery(device.espid).queryKey });
            }}
          />
        </Suspense>
      )}
      {open !== null && open !== 'new' && 'made' in open && <PassMade made={open.made} onClose={close} />}
      {open !== null && open !== 'new' && 'revoke' in open && (
        <RevokePass espid={device.espid} pass={open.revoke} onClose={close} />
      )}
    </SectionCard>
  );
}

type PassRowProps = { pass: GuestPass; control: ControlState | undefined; onRevoke: () => void };

function PassRow({ pass, control, onRevoke }: PassRowProps) {
  const { name, title, state, used, uses, lastUsedAt } = pass;
  const isOpen = state === 'ready' || state === 'not_yet';
  const target = control && passTargetOf(pass.target, control);
  const facts = [
    ...(title === target?.name ? [] : [title]),
    ...(target ? [passTargetText(target)] : []),
    plural(uses, { one: `${used} of # use`, other: `${used} of # uses` }),
    lastUsedAt === null ? t`Not used yet` : t`Last used ${{ age: formatAge(liveNow() - lastUsedAt) }}`,
    passTimeText(pass),
  ];
  return (
    <Row
      icon={IconTicket}
      title={name}
      badge={
        <Badge shape="tag" tone={state === 'ready' ? 'success' : undefined}>
          {passStateLabel(state)}
        </Badge>
      }
      detail={facts.join(' · ')}
      actions={
        isOpen && (
          <Button size="small" aria-label={t`Revoke the pass for ${name}`} onClick={onRevoke}>
            {t`Revoke`}
          </Button>
        )
      }
    />
  );
}

function RevokePass({ espid, pass, onClose }: { espid: string; pass: GuestPass; onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const revoke = useMutation({
    mutationFn: () => revokePass(espid, pass.id),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: passesQuery(espid).queryKey });
      onClose();
    },
    onError: (error) => toasts.add({ kind: 'error', title: t`Pass not revoked`, detail: failureText(error) }),
  });
  return (
    <ConfirmDialog
      title={t`Revoke the pass for ${{ name: pass.name }}?`}
      cancelLabel={t`Keep`}
      confirmLabel={t`Revoke`}
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
    >
      {t`The pass stops working immediately. This cannot be undone.`}
    </ConfirmDialog>
  );
}
