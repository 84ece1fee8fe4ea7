import type { NotificationAddress } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconMail } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { emailProblem, failureText } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { addAddress, notificationAddressesQuery, removeAddress, resendToAddress } from '../profile-calls.ts';
import './profile-form.css';
import { useAction } from '../use-action.ts';

/** Where alerts go besides the address of the account. */
export function NotificationAddressesCard({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { busy, run } = useAction();
  const {
    data: addresses,
    error,
    refetch,
  } = useQuery({
    ...notificationAddressesQuery,
    // Links are opened elsewhere: look again when somebody comes back to this page.
    refetchOnWindowFocus: ({ state }) => (state.data?.some(({ confirmed }) => !confirmed) ? 'always' : false),
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: notificationAddressesQuery.queryKey });
  const resend = async (address: NotificationAddress) => {
    await resendToAddress(address.id);
    toasts.add({ kind: 'success', title: t`Mail sent`, detail: t`We sent a new link to ${{ email: address.email }}.` });
  };
  return (
    <SectionCard
      id="notifications"
      title={t`Notification addresses`}
      description={t`Alerts go to the address of your account and to these addresses once confirmed.`}
    >
      {addresses && (
        <RowList label={t`Notification addresses`}>
          <Row icon={IconMail} title={email} badge={<Badge>{t`Your account`}</Badge>} />
          {addresses.map((address) => (
            <AddressRow
              key={address.id}
              address={address}
              busy={busy}
              onResend={() =>
                run({ name: `resend ${address.id}`, do: () => resend(address), failure: t`Mail not sent` })
              }
              onRemove={() =>
                run({
                  name: `remove ${address.id}`,
                  do: () => removeAddress(address.id).then(refresh),
                  failure: t`Address not removed`,
                })
              }
            />
          ))}
        </RowList>
      )}
      {!addresses && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`The addresses did not load. ${{ why: failureText(error) }}`}</SectionError>
      )}
      {!addresses && !error && <SectionSkeleton rows={2} />}
      <AddForm onAdded={refresh} />
    </SectionCard>
  );
}

type AddressRowProps = {
  address: NotificationAddress;
  busy: ReadonlySet<string>;
  onResend: () => void;
  onRemove: () => void;
};

function AddressRow({ address: { id, email, confirmed }, busy, onResend, onRemove }: AddressRowProps) {
  return (
    <Row
      icon={IconMail}
      title={email}
      badge={!confirmed && <Badge tone="warning">{t`Waiting for confirmation`}</Badge>}
      detail={!confirmed && t`Open the link in the mail to get alerts here.`}
      actions={
        <>
          {!confirmed && (
            <Button
              size="small"
              busy={busy.has(`resend ${id}`)}
              aria-label={t`Send the mail to ${email} again`}
              onClick={onResend}
            >
              {t`Send again`}
            </Button>
          )}
          <Button
            size="small"
            variant="ghost"
            busy={busy.has(`remove ${id}`)}
            aria-label={t`Remove ${email}`}
            onClick={onRemove}
          >
            {t`Remove`}
          </Button>
        </>
      }
    />
  );
}

function AddForm({ onAdded }: { onAdded: () => Promise<void> }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<{ email?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  useUnsavedChanges(email.trim() !== '');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = emailProblem(email);
    setProblem({ email: wrong });
    if (wrong) return;
    setBusy(true);
    try {
      await addAddress(email.trim());
      setEmail('');
      await onAdded();
    } catch (error) {
      const ofField = error instanceof ApiError ? error.fields.email : undefined;
      setProblem(ofField ? { email: ofField } : { form: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
      {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
      <TextField
        label={t`Another address`}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={problem.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div className="section-actions">
        <Button type="submit" busy={busy}>
          {t`Add address`}
        </Button>
      </div>
    </form>
  );
}
