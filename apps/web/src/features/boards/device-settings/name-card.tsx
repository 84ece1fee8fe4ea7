import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { isUnnamed, useChangeDevice } from '../devices/index.ts';

/** How the device is called everywhere. */
export function NameCard({ device }: { device: Device }) {
  const toasts = useToasts();
  const stored = isUnnamed(device) ? '' : device.name;
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? stored;
  const isChanged = name.trim() !== stored;
  useUnsavedChanges(isChanged);
  const rename = useChangeDevice(device.espid, (patch) => {
    setTyped((now) => (now?.trim() === patch.name ? null : now));
    toasts.add({ kind: 'success', title: t`Name saved` });
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isChanged || name.trim() === '') return;
    rename.mutate({ name: name.trim() });
  };
  return (
    <SectionCard id="name" title={t`Name`} description={t`Appears in lists, charts and messages.`}>
      <form className="device-settings-name" onSubmit={submit}>
        <TextField
          label={t`Name`}
          hideLabel
          maxLength={64}
          required
          placeholder={device.name}
          value={name}
          error={rename.isError ? failureText(rename.error) : null}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" busy={rename.isPending} disabled={!isChanged || name.trim() === ''}>
          {t`Save`}
        </Button>
      </form>
    </SectionCard>
  );
}
