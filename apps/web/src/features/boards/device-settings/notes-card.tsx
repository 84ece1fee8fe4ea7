import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { formatExact } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { useChangeDevice } from '../devices/index.ts';
import './notes-card.css';

const maxCharacters = 2_000;

/** What is worth knowing of the device, by its owner. */
export function NotesCard({ device }: { device: Device }) {
  const toasts = useToasts();
  const [typed, setTyped] = useState<string | null>(null);
  const notes = typed ?? device.notes;
  const isChanged = notes.trim() !== device.notes;
  useUnsavedChanges(isChanged);
  const save = useChangeDevice(device.espid, (patch) => {
    setTyped((now) => (now?.trim() === patch.notes ? null : now));
    toasts.add({ kind: 'success', title: t`Notes saved` });
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isChanged) return;
    save.mutate({ notes: notes.trim() });
  };
  return (
    <SectionCard
      id="notes"
      title={t`Notes`}
      description={t`For example where the key is, or when the battery was changed.`}
    >
      <form className="device-notes" onSubmit={submit}>
        <textarea
          aria-label={t`Notes`}
          rows={4}
          maxLength={maxCharacters}
          value={notes}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {save.isError && (
          <p className="device-settings-error" role="alert">
            {failureText(save.error)}
          </p>
        )}
        <div className="device-notes-foot">
          <span className="num">
            {formatExact(notes.length)} / {formatExact(maxCharacters)}
          </span>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
            {t`Save`}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}
