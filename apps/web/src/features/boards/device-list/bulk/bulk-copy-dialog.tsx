import type { BulkResponse, CopiedPart, CopySettingsRequest, Device } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { i18n } from '../../../../lib/language/i18n.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ComboField } from '../../../../ui/fields/combo-field.tsx';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { wordedFailures } from '../../device-groups/index.ts';
import { devicesQuery } from '../../devices/index.ts';
import '../form-dialog.css';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import type { Bulk } from './use-bulk.ts';

type BulkCopyDialogProps = {
  chosen: readonly Device[];
  devices: readonly Device[];
  bulk: Bulk;
  onClose: () => void;
};

const parts: readonly { id: CopiedPart; label: MessageDescriptor }[] = [
  { id: 'variables', label: msg`Variables` },
  { id: 'outputs', label: msg`Outputs` },
  { id: 'events', label: msg`Events` },
  { id: 'tags', label: msg`Tags` },
];
/** So many devices take something in one request. */
const maxAtOnce = 100;

/** Sets the chosen devices up as another one is; boards of another kind are left out. */
export function BulkCopyDialog({ chosen, devices, bulk, onClose }: BulkCopyDialogProps) {
  const [from, setFrom] = useState(devices[0]?.espid ?? '');
  const [wanted, setWanted] = useState<ReadonlySet<CopiedPart>>(new Set(['variables']));
  const source = devices.find(({ espid }) => espid === from);
  const targets = chosen.filter(({ espid, family }) => espid !== from && family === source?.family);
  const copy = useCopyToMany(from, (failed) => {
    bulk.showFailed(failed);
    onClose();
  });
  const toggle = (part: CopiedPart) => {
    const next = new Set(wanted);
    if (!next.delete(part)) next.add(part);
    setWanted(next);
  };
  const left = chosen.length - targets.length;
  return (
    <Dialog
      title={plural(
        { count: chosen.length },
        { one: 'Copy settings to # device', other: 'Copy settings to # devices' },
      )}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            busy={copy.isPending}
            disabled={targets.length === 0 || wanted.size === 0}
            onClick={() => copy.mutate({ to: targets.map(({ espid }) => espid), parts: [...wanted] })}
          >
            {t`Copy`}
          </Button>
        </>
      }
    >
      <div className="form-dialog">
        <ComboField
          label={t`Copy from`}
          options={devices.map(({ espid, name }) => ({ id: espid, label: name }))}
          value={from}
          onChange={setFrom}
          nothing={t`No matching devices`}
        />
        <fieldset className="form-dialog-checks">
          <legend>{t`What to copy`}</legend>
          {parts.map(({ id, label }) => (
            <label key={id}>
              <Checkbox checked={wanted.has(id)} onChange={() => toggle(id)} />
              {i18n._(label)}
            </label>
          ))}
        </fieldset>
        <p className="form-dialog-note">
          {t`Replaces all tags, and settings with the same name.`}
          {left > 0 &&
            ` ${plural(left, {
              one: 'Skips # device: it is the source or has another type of board.',
              other: 'Skips # devices: the source and other types of board.',
            })}`}
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

function useCopyToMany(from: string, onDone: (failed: BulkResponse['failed']) => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async ({ to, parts: copied }: CopySettingsRequest): Promise<BulkResponse> => {
      const all: BulkResponse = { done: [], failed: [] };
      for (let start = 0; start < to.length; start += maxAtOnce) {
        const some = to.slice(start, start + maxAtOnce);
        try {
          const { devices, failed } = await call('POST /api/device/:espid/copy-settings', {
            params: { espid: from },
            body: { to: some, parts: copied },
          });
          all.done.push(...devices.map(({ espid }) => espid));
          all.failed.push(...(await wordedFailures(failed)));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          all.failed.push(...some.map((espid) => ({ espid, error: failureText(error) })));
        }
      }
      return all;
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(devicesQuery),
        client.invalidateQueries({ queryKey: queryKeys.control() }),
      ]),
    onSuccess: ({ done, failed }) => {
      const count = done.length;
      const title = plural(count, { one: 'Settings copied to # device', other: 'Settings copied to # devices' });
      if (count > 0) toasts.add({ kind: 'success', title });
      onDone(failed);
    },
  });
}
