import type { AccessTokenCreated, TokenScope } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { failureText } from '../account-calls.ts';
import '../dialog-form.css';
import { FormNote } from '../form-note.tsx';
import { createAccessToken } from '../profile-calls.ts';

type AccessTokenDialogProps = { onClose: () => void; onCreated: (token: AccessTokenCreated) => void };

const scopes = () =>
  [
    { id: 'read', label: t`Read` },
    { id: 'control', label: t`Control` },
  ] as const;
const scopeHelp = {
  read: () => t`Can see devices and their values.`,
  control: () => t`Can see, switch, rename and delete devices, but not change your account or connection key.`,
};
const lifetimes = () =>
  [
    { id: '30', label: t`30 days` },
    { id: '90', label: t`90 days` },
    { id: '365', label: t`1 year` },
    { id: 'never', label: t`Never` },
  ] as const;
type Lifetime = ReturnType<typeof lifetimes>[number]['id'];

/** Requests what a new access token is for. */
export function AccessTokenDialog({ onClose, onCreated }: AccessTokenDialogProps) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const [problem, setProblem] = useState<{ name?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setProblem({ name: t`Enter a name, such as what will use it.` });
    setBusy(true);
    setProblem({});
    try {
      const expiresInDays = lifetime === 'never' ? null : Number(lifetime);
      const token = await createAccessToken({ name: name.trim(), scope, expiresInDays });
      if (token) onCreated(token);
    } catch (error) {
      const ofField = error instanceof ApiError ? error.fields.name : undefined;
      setProblem(ofField ? { name: ofField } : { form: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={t`New access token`} isOpen onClose={onClose}>
      <form className="dialog-form" noValidate onSubmit={(event) => void submit(event)}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        <TextField
          label={t`Name`}
          autoComplete="off"
          autoFocus
          maxLength={64}
          value={name}
          error={problem.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className="dialog-choice">
          <span className="field-label">{t`Access`}</span>
          <Segmented label={t`Access`} options={scopes()} value={scope} onChange={setScope} />
          <span className="field-help">{scopeHelp[scope]()}</span>
        </div>
        <SelectField size="large" label={t`Expires`} options={lifetimes()} value={lifetime} onChange={setLifetime} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t`Create token`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
