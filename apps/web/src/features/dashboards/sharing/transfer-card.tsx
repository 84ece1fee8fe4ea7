import type { Device, DeviceShares } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useConfig } from '../../../lib/api/public-config.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import './share-dialog.css';
import { OfferLink } from './offer-link.tsx';
import { fetchSharing, sharesQuery, startTransfer, stopTransfer } from './sharing-queries.ts';

/** Gives the device to another account, when that accepts. */
export function TransferCard({ device }: { device: Device }) {
  const { data } = useQuery(sharesQuery({ kind: 'device', espid: device.espid, name: device.name }));
  const [isConfirming, setConfirming] = useState(false);
  return (
    <SectionCard
      id="transfer"
      title={t`Transfer ownership`}
      description={t`The device moves to another account with all its values and settings, once that account accepts.`}
    >
      {data?.transfer ? (
        <UnderWay espid={device.espid} transfer={data.transfer} />
      ) : device.virtual ? (
        <p className="section-note">{t`You cannot transfer a virtual board.`}</p>
      ) : (
        <div>
          <Button variant="danger" disabled={!data} onClick={() => setConfirming(true)}>
            {t`Transfer ownership`}
          </Button>
        </div>
      )}
      {isConfirming && <TransferDialog device={device} onClose={() => setConfirming(false)} />}
    </SectionCard>
  );
}

type UnderWayProps = { espid: string; transfer: NonNullable<DeviceShares['transfer']> };

function UnderWay({ espid, transfer: { email, expiresAt } }: UnderWayProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const end = formatDateTime(expiresAt);
  const stop = useMutation({
    mutationFn: () => stopTransfer(espid),
    onSuccess: async () => {
      await fetchSharing(client);
      toasts.add({ kind: 'success', title: t`Transfer cancelled`, detail: t`The device stays yours.` });
    },
    onError: (error) => toasts.add({ kind: 'error', title: t`Transfer not cancelled`, detail: failureText(error) }),
  });
  return (
    <div className="sharing-transfer" role="status">
      <p>
        <Trans>
          Offered to <b>{email}</b>. They can accept until {end}.
        </Trans>
      </p>
      <Button busy={stop.isPending} onClick={() => stop.mutate()}>
        {t`Cancel transfer`}
      </Button>
    </div>
  );
}

function TransferDialog({ device: { espid, name }, onClose }: { device: Device; onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState('');
  const [offered, setOffered] = useState<string>();
  const sendsMail = useConfig().data?.mailConfigured ?? true;
  const [problem, setProblem] = useState<{ email?: string; form?: string }>({});
  const start = useMutation({
    mutationFn: (to: string) => startTransfer({ email: to, espid }),
    onSuccess: async (request) => {
      if (!request) return;
      await fetchSharing(client);
      if (!sendsMail) return setOffered(request.email);
      onClose();
      toasts.add({
        kind: 'success',
        title: t`Offer sent`,
        detail: t`${{ to: request.email }} gets an e-mail and can accept.`,
      });
    },
    onError(error) {
      const ofField = error instanceof ApiError ? error.fields.email : undefined;
      setProblem(ofField ? { email: ofField } : { form: failureText(error) });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (start.isPending || typed.trim() !== espid) return;
    const to = email.trim();
    const isAddress = /^\S+@\S+$/.test(to);
    setProblem(isAddress ? {} : { email: t`Enter the e-mail address of the new owner.` });
    if (isAddress) start.mutate(to);
  };
  if (offered !== undefined) return <OfferLink email={offered} name={name} onClose={onClose} />;
  return (
    <Dialog title={t`Transfer ${name}?`} role="alertdialog" isOpen onClose={onClose}>
      <form className="dialog-form" noValidate onSubmit={submit}>
        <p>
          {t`Once they accept, you and everyone you share it with lose the device, its values, dashboards and automations. This cannot be undone. The board cannot connect until its sketch has the new owner’s e-mail.`}
        </p>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        <TextField
          label={t`E-mail of the new owner`}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={254}
          value={email}
          error={problem.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextField
          label={t`Type the id of the board to confirm`}
          description={<span className="mono">{espid}</span>}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="danger" busy={start.isPending} disabled={typed.trim() !== espid}>
            {t`Offer transfer`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
