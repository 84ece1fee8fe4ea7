import type { CopiedPart, CopySettingsRequest, Device } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ComboField } from '../../../../ui/fields/combo-field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { devicesQuery } from '../../devices/index.ts';
import '../form-dialog.css';
import { countText } from './use-bulk.ts';

type BulkCopyDialogProps = { chosen: readonly Device[]; devices: readonly Device[]; onClose: () => void };

const parts: readonly { id: CopiedPart; label: string }[] = [
  { id: 'variables', label: 'Variables' },
  { id: 'outputs', label: 'Outputs' },
  { id: 'events', label: 'Events' },
  { id: 'tags', label: 'Tags' },
];
/** So many devices take something in one request. */
const maxAtOnce = 100;

/** Sets the chosen devices up as another one is; boards of another kind are left out. */
export function BulkCopyDialog({ chosen, devices, onClose }: BulkCopyDialogProps) {
  const [from, setFrom] = useState(devices[0]?.espid ?? '');
  const [wanted, setWanted] = useState<ReadonlySet<CopiedPart>>(new Set(['variables']));
  const source = devices.find(({ espid }) => espid === from);
  const targets = chosen.filter(({ espid, family }) => espid !== from && family === source?.family);
  const copy = useCopyToMany(from, targets.length, onClose);
  const toggle = (part: CopiedPart) => {
    const next = new Set(wanted);
    if (!next.delete(part)) next.add(part);
    setWanted(next);
  };
  const left = chosen.length - targets.length;
  return (
    <Dialog
      title={`Copy settings to ${countText(chosen.length)}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={copy.isPending}
            disabled={targets.length === 0 || wanted.size === 0}
            onClick={() => copy.mutate({ to: targets.map(({ espid }) => espid), parts: [...wanted] })}
          >
            Copy
          </Button>
        </>
      }
    >
      <div className="form-dialog">
        <ComboField
          label="From"
          options={devices.map(({ espid, name }) => ({ id: espid, label: name }))}
          value={from}
          onChange={setFrom}
          nothing="No such device"
        />
        <fieldset className="form-dialog-checks">
          <legend>What</legend>
          {parts.map(({ id, label }) => (
            <label key={id}>
              <input type="checkbox" checked={wanted.has(id)} onChange={() => toggle(id)} />
              {label}
            </label>
          ))}
        </fieldset>
        <p className="form-dialog-note">
          What they have under the same name is overwritten, and tags are replaced.
          {left > 0 &&
            ` ${countText(left)} of those chosen ${left === 1 ? 'is' : 'are'} left out: another kind of board, or the one that is copied.`}
        </p>
        {copy.isError && (
          <p className="form-dialog-error" role="alert">
            {failureText(copy.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function useCopyToMany(from: string, count: number, onDone: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async ({ to, parts: copied }: CopySettingsRequest) => {
      for (let start = 0; start < to.length; start += maxAtOnce) {
        await call('POST /api/device/:espid/copy-settings', {
          params: { espid: from },
          body: { to: to.slice(start, start + maxAtOnce), parts: copied },
        });
      }
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries(devicesQuery), client.invalidateQueries({ queryKey: ['control'] })]),
    onSuccess: () => {
      toasts.add({ kind: 'success', title: `Settings copied to ${countText(count)}` });
      onDone();
    },
  });
}
