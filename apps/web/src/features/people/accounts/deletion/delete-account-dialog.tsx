import type { Profile } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { endSession } from '../../../../lib/api/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { PasswordField, TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { failureText, provePassword } from '../account-calls.ts';
import '../dialog-form.css';
import { FormNote } from '../form-note.tsx';
import { deleteAccount } from '../profile-calls.ts';

type Problem = { email?: string; password?: string; form?: string };

/** Explains what a deletion means, and has the address typed so that nobody does it by mistake. */
export function DeleteAccountDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const typed: Problem = {
      email: email.trim().toLowerCase() === profile.email ? undefined : t`Type ${profile.email}.`,
      password: profile.hasPassword && password === '' ? t`Enter your password.` : undefined,
    };
    setProblem(typed);
    if (typed.email || typed.password) return;
    setBusy(true);
    try {
      // The password that is typed here is the proof too: nobody has to type it twice.
      if (profile.hasPassword) await provePassword(password);
      const response = await deleteAccount({ email: profile.email, ...(profile.hasPassword && { password }) });
      if (response) endSession('closed');
      else setBusy(false);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog title={t`Delete your account?`} role="alertdialog" isOpen onClose={onClose}>
      <form className="dialog-form" noValidate onSubmit={(event) => void submit(event)}>
        <ul>
          <li>{t`You are logged out everywhere and your access tokens stop working.`}</li>
          <li>{t`Your boards can no longer connect and you get no alerts.`}</li>
          <li>{t`After 14 days your devices and all their values are permanently deleted.`}</li>
          <li>{t`Until then you can cancel by logging in, or with the link in the mail that we send you.`}</li>
        </ul>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        <TextField
          label={t`Type ${profile.email} to confirm`}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={problem.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {profile.hasPassword && (
          <PasswordField
            label={t`Password`}
            autoComplete="current-password"
            value={password}
            error={problem.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t`Keep account`}</Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t`Delete account`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function problemOf(error: unknown): Problem {
  if (error instanceof ApiError && error.code === 'wrong_credentials') return { password: t`Wrong password.` };
  const fields = error instanceof ApiError ? error.fields : {};
  return fields.email || fields.password
    ? { email: fields.email, password: fields.password }
    : { form: failureText(error) };
}
