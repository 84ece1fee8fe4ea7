import { t } from '@lingui/core/macro';
import { IconLock } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PasswordField } from '../../../ui/fields/field.tsx';
import { Gate, GateSign } from '../../../ui/shell/gate.tsx';
import { unlockLink } from './public-calls.ts';

type UnlockFormProps = { token: string; onUnlocked: (unlock: string) => void };

/** Requests the password of a link; nothing of the dashboard is known before. */
export function UnlockForm({ token, onUnlocked }: UnlockFormProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (password === '') return setProblem(t`Enter the password that you were given.`);
    setBusy(true);
    try {
      onUnlocked((await unlockLink(token, password)).unlock);
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Gate team={undefined}>
      <GateSign icon={IconLock} />
      <h1 className="gate-title">{t`This dashboard has a password`}</h1>
      <form className="gate-form" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label={t`Password`}
          autoComplete="off"
          autoFocus
          maxLength={128}
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {t`Open dashboard`}
        </Button>
      </form>
    </Gate>
  );
}
