import type { Profile } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../../ui/cards/section-card.tsx';
import { PasswordField } from '../../../../ui/fields/field.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { failureText, newPasswordProblem } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { changePassword, sessionsQuery } from '../profile-calls.ts';
import { profileQuery } from '../profile-query.ts';
import { PasswordMeter } from './password-meter.tsx';
import '../profile/profile-form.css';

/** A new password for the account, or its first one. */
export function PasswordCard({ profile: { email, hasPassword } }: { profile: Profile }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ password?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  useUnsavedChanges(password !== '');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const wrong = await newPasswordProblem(password, email);
      setProblem({ password: wrong });
      if (wrong || !(await changePassword(password))) return;
      setPassword('');
      toasts.add({
        kind: 'success',
        title: hasPassword ? t`Password changed` : t`Password set`,
        detail: t`All other sessions of your account have ended.`,
      });
      await Promise.all(
        [profileQuery, sessionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      );
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <SectionCard
      id="password"
      title={t`Password`}
      description={
        hasPassword
          ? t`A new password ends all other sessions of your account.`
          : t`You log in through another service or with a passkey. You can set a password as well.`
      }
    >
      <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        {/* Password managers look for the name that belongs to the password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          value={password}
          error={problem.password}
          description={<PasswordMeter password={password} />}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className="section-actions">
          <Button type="submit" busy={busy}>
            {hasPassword ? t`Change password` : t`Set password`}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}

function problemOf(error: unknown): { password?: string; form?: string } {
  const text = failureText(error);
  if (!(error instanceof ApiError)) return { form: text };
  if (error.code === 'weak_password' || error.fields.password) return { password: error.fields.password ?? text };
  return { form: text };
}
