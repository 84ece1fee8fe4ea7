import type { Device, DeviceShares } from '@cyno/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import './share-dialog.css';
import { fetchSharing, sharesQuery, startTransfer, stopTransfer } from './sharing-queries.ts';

/** Gives the device to another account, when that accepts. */
export function TransferCard({ device }: { device: Device }) {
  const { data } = useQuery(sharesQuery({ kind: 'device', espid: device.espid, name: device.name }));
  const [isConfirming, setConfirming] = useState(false);
  return (
    <SectionCard
      id="transfer"
      title="Give it to somebody else"
      description="Another account becomes the owner, with all values and settings, as soon as it accepts. Until then nothing changes."
    >
      {data?.transfer ? (
        <UnderWay espid={device.espid} transfer={data.transfer} />
      ) : device.virtual ? (
        <p className="section-note">A virtual board stays with the account that started it.</p>
      ) : (
        <div>
          <Button variant="danger" disabled={!data} onClick={() => setConfirming(true)}>
            Transfer ownership
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
  const stop = useMutation({
    mutationFn: () => stopTransfer(espid),
    onSuccess: async () => {
      await fetchSharing(client);
      toasts.add({ kind: 'success', title: 'Taken back', detail: 'The device stays yours.' });
    },
    onError: (error) => toasts.add({ kind: 'error', title: 'Not taken back', detail: failureText(error) }),
  });
  return (
    <div className="sharing-transfer" role="status">
      <p>
        Offered to <b>{email}</b>, who can accept until {formatDateTime(expiresAt)}.
      </p>
      <Button busy={stop.isPending} onClick={() => stop.mutate()}>
        Take the offer back
      </Button>
    </div>
  );
}

function TransferDialog({ device: { espid, name }, onClose }: { device: Device; onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<{ email?: string; form?: string }>({});
  const start = useMutation({
    mutationFn: (to: string) => startTransfer({ email: to, espid }),
    onSuccess: async (request) => {
      if (!request) return;
      await fetchSharing(client);
      onClose();
      toasts.add({ kind: 'success', title: 'Offer sent', detail: `${request.email} gets a mail and can accept.` });
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
    setProblem(isAddress ? {} : { email: 'Type the e-mail address of the new owner.' });
    if (isAddress) start.mutate(to);
  };
  return (
    <Dialog title={`Transfer ${name}?`} role="alertdialog" isOpen onClose={onClose}>
      <form className="dialog-form" noValidate onSubmit={submit}>
        <p>
          When they accept, the device leaves your account with all its values, dashboards and automations, and
          everybody with whom you share it loses it. You cannot take it back then. Its board is refused until its sketch
          has the e-mail of the new owner.
        </p>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        <TextField
          label="E-mail of the new owner"
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
          label="Type the id of the board"
          description={<span className="mono">{espid}</span>}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={start.isPending} disabled={typed.trim() !== espid}>
            Offer it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
