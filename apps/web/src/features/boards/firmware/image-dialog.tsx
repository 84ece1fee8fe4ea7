import type { FirmwareImage } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useChangeImage } from './firmware-queries.ts';
import { NotesField } from './notes-field.tsx';

/** Changes what its owner wrote about an image. */
export function ImageDialog({ image, onClose }: { image: FirmwareImage; onClose: () => void }) {
  const change = useChangeImage();
  const [version, setVersion] = useState(image.version);
  const [notes, setNotes] = useState(image.notes);
  return (
    <Dialog
      title={image.fileName}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            busy={change.isPending}
            onClick={() => change.mutate({ id: image.id, version, notes }, { onSuccess: onClose })}
          >
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="upload-fields">
        <TextField
          label={t`Version`}
          value={version}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        <NotesField value={notes} onChange={setNotes} />
      </div>
      {change.isError && (
        <p className="firmware-wrong" role="alert">
          {failureText(change.error)}
        </p>
      )}
    </Dialog>
  );
}
