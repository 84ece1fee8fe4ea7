import type { Device } from '@cyno/contract';
import { type SubmitEvent, useState } from 'react';
import { useChangeDevice } from '../../lib/change-device.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useToasts } from '../../ui/toast.tsx';

/** How the device is called everywhere. */
export function NameCard({ device }: { device: Device }) {
  const toasts = useToasts();
  const [name, setName] = useState(device.name);
  const isChanged = name.trim() !== device.name;
  useUnsavedChanges(isChanged);
  const rename = useChangeDevice(device.espid, () => toasts.add({ kind: 'success', title: 'Name saved' }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isChanged || name.trim() === '') return;
    rename.mutate({ name: name.trim() });
  };
  return (
    <SectionCard id="name" title="Name" description="What it is called in lists, charts and messages.">
      <form className="device-settings-name" onSubmit={submit}>
        <TextField
          label="Name"
          hideLabel
          maxLength={64}
          required
          value={name}
          error={rename.isError ? rename.error.message : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" busy={rename.isPending} disabled={!isChanged || name.trim() === ''}>
          Save
        </Button>
      </form>
    </SectionCard>
  );
}
