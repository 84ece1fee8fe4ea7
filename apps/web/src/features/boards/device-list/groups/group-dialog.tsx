import type { DeviceGroup } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useId, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { HuePicker } from '../../../../ui/fields/hue-picker.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useDeviceGroups, useGroupCalls } from '../../device-groups/index.ts';
import '../form-dialog.css';

type GroupDialogProps = {
  /** Null: a new one. */
  group: DeviceGroup | null;
  onClose: () => void;
  onSaved?: (group: DeviceGroup) => void;
};

const hueCount = 8;

/** Name and colour of a group. */
export function GroupDialog({ group, onClose, onSaved }: GroupDialogProps) {
  const formId = useId();
  const others = useDeviceGroups().length;
  const [name, setName] = useState(group?.name ?? '');
  const [hue, setHue] = useState(group?.hue ?? (others % hueCount) + 1);
  const { save } = useGroupCalls();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    save.mutate(
      { id: group?.id ?? null, name: name.trim(), hue },
      {
        onSuccess: (saved) => {
          onSaved?.(saved);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={group ? t`Group ${{ name: group.name }}` : t`New group`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending} disabled={name.trim() === ''}>
            {group ? t`Save` : t`Create group`}
          </Button>
        </>
      }
    >
      <form id={formId} className="form-dialog" onSubmit={submit}>
        <TextField
          label={t`Name`}
          maxLength={40}
          value={name}
          error={save.isError ? failureText(save.error) : null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <HuePicker value={hue} onChange={setHue} />
      </form>
    </Dialog>
  );
}
