import type { AccessTokenCreated, TokenScope } from '@cyno/contract';
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

const scopes = [
  { id: 'read', label: 'Read' },
  { id: 'control', label: 'Control' },
] as const;
const scopeHelp = {
  read: 'Sees devices and their values, changes nothing.',
  control: 'Does with devices what you can do: see, switch, rename, delete. Never your account or connection key.',
};
const lifetimes = [
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '365', label: '1 year' },
  { id: 'never', label: 'Does not expire' },
] as const;
type Lifetime = (typeof lifetimes)[number]['id'];

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
    if (name.trim() === '') return setProblem({ name: 'Type a name, such as what will use it.' });
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
    <Dialog title="New access token" isOpen onClose={onClose}>
      <form className="dialog-form" noValidate onSubmit={(event) => void submit(event)}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        <TextField
          label="Name"
          autoComplete="off"
          autoFocus
          maxLength={64}
          value={name}
          error={problem.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className="dialog-choice">
          <span className="field-label">What it may do</span>
          <Segmented label="What it may do" options={scopes} value={scope} onChange={setScope} />
          <span className="field-help">{scopeHelp[scope]}</span>
        </div>
        <SelectField size="large" label="Expires after" options={lifetimes} value={lifetime} onChange={setLifetime} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Make the token
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
