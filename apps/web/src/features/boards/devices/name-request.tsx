import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useStoredChoice } from '../../../lib/browser/use-stored-choice.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { useChangeDevice } from './change-device.ts';
import { isUnnamed } from './readings/variable-label.ts';
import './name-request.css';

/** The owner of a board without a name is requested to give it one, until the request is dismissed in this browser. */
export function NameRequest({ device }: { device: Device }) {
  const [state, setState] = useStoredChoice(`name-request:${device.espid}`, ['open', 'dismissed']);
  const [name, setName] = useState('');
  const rename = useChangeDevice(device.espid);
  if (state === 'dismissed' || device.virtual || device.pending || !isUnnamed(device)) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() !== '') rename.mutate({ name: name.trim() });
  };
  return (
    <form className="name-request" onSubmit={submit} aria-label={t`Name this device`}>
      <TextField
        label={t`What do you call this device?`}
        placeholder={t`Greenhouse 1`}
        maxLength={64}
        value={name}
        error={rename.isError ? failureText(rename.error) : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" busy={rename.isPending} disabled={name.trim() === ''}>
        {t`Save`}
      </Button>
      <IconButton label={t`Not now`} icon={IconX} onClick={() => setState('dismissed')} />
    </form>
  );
}
