import type { Profile } from '@cyno/contract';
import { t } from '@lingui/core/macro';
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
      title={t`E-mail`}
      description={t`You and your boards log in with this address, and mails about your account go there.`}
      actions={<Badge tone={profile.member === 'admin' ? 'info' : 'neutral'}>{memberText[profile.member]()}</Badge>}
    >
      <RowList label={t`E-mail addresses`}>
        <Row title={profile.email} detail={t`Address of your account`} />
        {profile.newEmail !== null && <WaitingAddress email={profile.newEmail} />}
      </RowList>
      {!waits && <ChangeForm current={profile.email} />}
    </SectionCard>
  );
}

const memberText = { user: () => t`Member`, admin: () => t`Administrator` };

function WaitingAddress({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { busy, run } = useAction();
  const refetch = () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  const resend = async () => {
    const response = await changeEmail(email);
    if (!response) return;
    toasts.add({ kind: 'success', title: t`Mail sent`, detail: t`We sent a new link to ${email}.` });
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
      badge={<Badge tone="warning">{t`Waiting for confirmation`}</Badge>}
      detail={t`Open the link in the mail to finish the change.`}
      actions={
        <>
          <Button
            size="small"
            busy={busy.has('resend')}
            onClick={() => run({ name: 'resend', do: resend, failure: t`Mail not sent` })}
          >
            {t`Send again`}
          </Button>
          <Button
            size="small"
            variant="ghost"
            busy={busy.has('cancel')}
            onClick={() => run({ name: 'cancel', do: cancel, failure: t`Change not cancelled` })}
          >
            {t`Cancel change`}
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
        {t`This server cannot send mail to confirm a new address. Contact its administrator.`}
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
    const wrong = emailProblem(email) ?? (sameAddress(email, current) ? t`This is already your address.` : undefined);
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
        toasts.add({ kind: 'success', title: t`Mail sent`, detail: t`Open the link in it to finish the change.` });
      else if (now === current) toasts.add({ kind: 'error', title: t`Address not changed`, detail: notFree() });
      else toasts.add({ kind: 'success', title: t`Address changed`, detail: t`Log in with it from now on.` });
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
        label={t`New e-mail`}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={problem.email}
        description={sendsMail ? t`We send a link to this address.` : t`The address changes at once.`}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div className="section-actions">
        <Button type="submit" busy={busy}>
          {t`Change e-mail`}
        </Button>
      </div>
    </form>
  );
}

const notFree = () => t`This address is not available. Choose another one.`;

const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other;
