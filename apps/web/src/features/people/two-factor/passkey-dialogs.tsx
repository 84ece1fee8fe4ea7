import type { Passkey, PasskeyCreation } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { makePasskey, passkeyFailure } from './passkey-calls.ts';
import { addPasskey, renamePasskey, startPasskey } from './two-factor-calls.ts';
import './two-factor.css';
import { thisDevice } from './this-device.ts';

type AddPasskeyDialogProps = {
  /** What the server wants made, requested beforehand: browsers make a passkey only right after a press. */
  creation: PasskeyCreation;
  onClose: () => void;
  onAdded: () => void;
};

/** Names a new passkey and lets the device make it. */
export function AddPasskeyDialog({ creation, onClose, onAdded }: AddPasskeyDialogProps) {
  const [current, setCurrent] = useState(creation);
  const add = async (name: string) => {
    const response = await makePasskey(current.options);
    if (!response) return t`No passkey was created. Try again.`;
    const added = await addPasskey({ ticket: current.ticket, response, name }).catch(async (error: unknown) => {
      const fresh = await startPasskey();
      if (fresh) setCurrent(fresh);
      throw error;
    });
    if (added) onAdded();
    return undefined;
  };
  return (
    <NameDialog
      title={t`Add a passkey`}
      actionLabel={t`Add`}
      initial={thisDevice(navigator.userAgent)}
      onClose={onClose}
      onName={add}
    >
      <p>{t`Your browser asks for your fingerprint, face or PIN, or for another device.`}</p>
    </NameDialog>
  );
}

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void; onRenamed: () => void };

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey: { id, name }, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const rename = async (typed: string) => {
    await renamePasskey(id, typed);
    onRenamed();
    return undefined;
  };
  return (
    <NameDialog title={t`Rename passkey`} actionLabel={t`Rename`} initial={name} onClose={onClose} onName={rename} />
  );
}

type NameDialogProps = {
  title: string;
  actionLabel: string;
  initial: string;
  children?: ReactNode;
  onClose: () => void;
  /** Returns the message when it did not work out, or undefined. */
  onName: (name: string) => Promise<string | undefined>;
};

function NameDialog({ title, actionLabel, initial, children, onClose, onName }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<{ name?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setProblem({ name: t`Enter a name, such as that of the device.` });
    setBusy(true);
    setProblem({});
    try {
      setProblem({ form: await onName(name.trim()) });
    } catch (error) {
      const ofField = error instanceof ApiError ? error.fields.name : undefined;
      setProblem(ofField ? { name: ofField } : { form: passkeyFailure(error) });
    }
    setBusy(false);
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className="two-factor-form" noValidate onSubmit={(event) => void submit(event)}>
        {children}
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
        <div className="dialog-actions">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {actionLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
