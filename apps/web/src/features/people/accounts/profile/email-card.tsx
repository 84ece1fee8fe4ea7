import type { Profile } from '@cyno/contract';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { useConfig } from '../../../../lib/api/public-config.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../../ui/cards/section-card.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { emailProblem, failureText } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { cancelEmailChange, changeEmail } from '../profile-calls.ts';
import { profileQuery } from '../profile-query.ts';
import './profile-form.css';
import { useAction } from '../use-action.ts';

/** The address of the account, and its change, which counts when the new one is confirmed. */
export function EmailCard({ profile }: { profile: Profile }) {
  const waits = profile.newEmail !== null;
  // The link is opened in another tab or on a phone: look again when somebody comes back to this page.
  useQuery({ ...profileQuery, refetchOnWindowFocus: waits ? 'always' : false });
  return (
    <SectionCard
      id="email"
      title="E-mail"
      description="You log in with this address, boards are signed in with it, and mails about your account go there."
      actions={<Badge tone={profile.member === 'admin' ? 'info' : 'neutral'}>{memberText[profile.member]}</Badge>}
    >
      <RowList label="E-mail addresses">
        <Row title={profile.email} detail="The address of your account" />
        {profile.newEmail !== null && <WaitingAddress email={profile.newEmail} />}
      </RowList>
      {!waits && <ChangeForm current={profile.email} />}
    </SectionCard>
  );
}

const memberText = { user: 'Member', admin: 'Administrator' };

function WaitingAddress({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { busy, run } = useAction();
  const refetch = () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  const resend = async () => {
    const response = await changeEmail(email);
    if (!response) return;
    toasts.add({ kind: 'success', title: 'Mail sent', detail: `A new link is on its way to ${email}.` });
    await refetch();
  };
  const cancel = async () => {
    await cancelEmailChange();
    await refetch();
  };
  return (
    <Row
      icon={IconMailForward}
      title={email}
      badge={<Badge tone="warning">Waiting for confirmation</Badge>}
      detail="Open the link in the mail that was sent there. Until then your address stays as it is."
      actions={
        <>
          <Button
            size="small"
            busy={busy === 'resend'}
            onClick={() => run({ name: 'resend', do: resend, failure: 'Mail not sent' })}
          >
            Send again
          </Button>
          <Button
            size="small"
            variant="ghost"
            busy={busy === 'cancel'}
            onClick={() => run({ name: 'cancel', do: cancel, failure: 'Change not cancelled' })}
          >
            Cancel the change
          </Button>
        </>
      }
    />
  );
}

function ChangeForm({ current }: { current: string }) {
  const config = useConfig().data;
  const hasProviders = config !== undefined && (config.providers.oidc !== null || config.providers.line);
  if (config && !config.mailConfigured && hasProviders) {
    return (
      <p className="section-note">
        This server sends no mail, so it cannot check that a new address is yours. Ask its administrator to set up mail.
      </p>
    );
  }
  return <AddressForm current={current} sendsMail={config?.mailConfigured ?? true} />;
}

function AddressForm({ current, sendsMail }: { current: string; sendsMail: boolean }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<{ email?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  useUnsavedChanges(email.trim() !== '');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = emailProblem(email) ?? (sameAddress(email, current) ? 'That is your address already.' : undefined);
    setProblem({ email: wrong });
    if (wrong) return;
    setBusy(true);
    try {
      const response = await changeEmail(email.trim());
      if (!response) return;
      setEmail('');
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      const now = queryClient.getQueryData(profileQuery.queryKey)?.email;
      if (response.confirmation === 'sent')
        toasts.add({ kind: 'success', title: 'Mail sent', detail: response.message });
      else if (now === current) toasts.add({ kind: 'error', title: 'Address not changed', detail: notFree });
      else toasts.add({ kind: 'success', title: 'Address changed', detail: 'Log in with it from now on.' });
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
        label="New e-mail"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={problem.email}
        description={
          sendsMail
            ? 'A link to confirm it is sent there.'
            : 'This server sends no mail, so the address changes at once.'
        }
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div className="section-actions">
        <Button type="submit" busy={busy}>
          Change the e-mail
        </Button>
      </div>
    </form>
  );
}

const notFree = 'Your account has the address as before. Choose another one.';

const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other;
