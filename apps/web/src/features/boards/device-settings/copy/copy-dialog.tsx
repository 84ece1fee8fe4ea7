import type { BulkResponse, CopiedPart, CopySettingsRequest, Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SectionError, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { controlQuery } from '../../control/index.ts';
import { wordedFailures } from '../../device-groups/index.ts';
import { devicesQuery } from '../../devices/index.ts';
import './copy-dialog.css';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { setUpsQuery } from '../variables/variable-calls.ts';
import { overwrittenText, type PartCounts, partText } from './copy-text.ts';

const allParts: readonly CopiedPart[] = ['variables', 'outputs', 'events', 'tags', 'calibrations', 'retention'];
/** A calibration belongs to one probe, and a limit removes what the other has. */
const onRequestOnly: readonly CopiedPart[] = ['calibrations', 'retention'];
const labels: Record<CopiedPart, () => string> = {
  variables: () => t`Variables`,
  outputs: () => t`Outputs`,
  events: () => t`Events`,
  tags: () => t`Tags`,
  calibrations: () => t`Calibrations`,
  retention: () => t`Storage times`,
};
/** So many devices can be given something at once. */
const maxAtOnce = 100;

type CopyDialogProps = { device: Device; others: readonly Device[]; onClose: () => void };

/** Which settings go to which devices, and what those lose. */
export function CopyDialog({ device, others, onClose }: CopyDialogProps) {
  const control = useQuery(controlQuery(device.espid));
  const [unwanted, setUnwanted] = useState<ReadonlySet<CopiedPart>>(new Set(onRequestOnly));
  const [to, setTo] = useState<ReadonlySet<string>>(new Set());
  const copy = useCopy(device.espid, (failed) => {
    setTo(new Set(failed.map(({ espid }) => espid)));
    if (failed.length === 0) onClose();
  });
  const setUps = useQuery(setUpsQuery(device));
  const counts: PartCounts | undefined = control.data &&
    setUps.data && {
      calibrations: setUps.data.filter(({ calibration: { offset, scale } }) => offset !== 0 || scale !== 1).length,
      retention: setUps.data.filter(({ kept: retention }) => retention.days !== null).length,
      variables: device.variables.length,
      outputs: control.data.outputs.length,
      events: control.data.events.length,
      tags: device.tags.length,
    };
  const error = (!control.data && control.error) || (!setUps.data && setUps.error);
  const retry = () => void Promise.all([control.refetch(), setUps.refetch()]);
  const nameOf = (espid: string) => others.find((other) => other.espid === espid)?.name ?? espid;
  const parts = new Set(allParts.filter((part) => !unwanted.has(part) && counts !== undefined && counts[part] > 0));
  return (
    <Dialog
      title={t`Copy the settings of ${{ name: device.name }}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            busy={copy.isPending}
            disabled={parts.size === 0 || to.size === 0 || to.size > maxAtOnce}
            onClick={() => copy.mutate({ to: [...to], parts: [...parts] })}
          >
            {t`Copy`}
          </Button>
        </>
      }
    >
      {error && <SectionError onRetry={retry}>{failureText(error)}</SectionError>}
      {!error && !counts && <SectionSkeleton rows={4} />}
      {counts && (
        <div className="copy-dialog">
          <fieldset>
            <legend>{t`Settings`}</legend>
            {allParts.map((part) => (
              <Check
                key={part}
                label={labels[part]()}
                detail={counts[part] === 0 ? t`None on this device` : partText(part, counts[part])}
                checked={parts.has(part)}
                disabled={counts[part] === 0}
                onChange={() => setUnwanted(toggled(unwanted, part))}
              />
            ))}
          </fieldset>
          <fieldset className="copy-dialog-devices">
            <legend>{t`Copy to`}</legend>
            {others.map((other) => (
              <Check
                key={other.espid}
                label={other.name}
                detail={overwrittenText(device, other, parts)}
                checked={to.has(other.espid)}
                onChange={() => setTo(toggled(to, other.espid))}
              />
            ))}
          </fieldset>
          <p className="copy-dialog-note">
            {t`Replaces outputs and events with the same name. Everything else stays.`}
            {parts.has('calibrations') && ` ${t`A calibration fits only the probe it was made with.`}`}
            {parts.has('retention') && ` ${t`Older values there are hidden now and deleted after a day.`}`}
            {to.size > maxAtOnce &&
              ` ${plural(maxAtOnce, { one: 'Choose at most # device.', other: 'Choose at most # devices.' })}`}
          </p>
          {copy.data && copy.data.failed.length > 0 && (
            <p className="device-settings-error" role="alert">
              {copy.data.failed.map(({ espid, error }) => `${nameOf(espid)}: ${error}`).join(' ')}
            </p>
          )}
          {copy.isError && (
            <p className="device-settings-error" role="alert">
              {failureText(copy.error)}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

type CheckProps = {
  label: string;
  detail: string | null;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
};

function Check({ label, detail, checked, disabled, onChange }: CheckProps) {
  return (
    <label className="copy-dialog-check">
      <Checkbox checked={checked} disabled={disabled} onChange={onChange} />
      <span>
        {label}
        {detail && <small>{detail}</small>}
      </span>
    </label>
  );
}

function toggled<Item>(chosen: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(chosen);
  if (!next.delete(item)) next.add(item);
  return next;
}

function useCopy(espid: string, onDone: (failed: BulkResponse['failed']) => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (body: CopySettingsRequest) => {
      const { devices, failed } = await call('POST /api/device/:espid/copy-settings', { params: { espid }, body });
      return { devices, failed: await wordedFailures(failed) };
    },
    onSuccess: ({ devices, failed }) => {
      void client.invalidateQueries(devicesQuery);
      for (const { espid: done } of [...devices, ...failed]) {
        for (const keyOf of [queryKeys.control, queryKeys.variables, queryKeys.calibrations])
          void client.invalidateQueries({ queryKey: keyOf(done) });
      }
      const title = plural(
        { count: devices.length },
        {
          one: 'Settings copied to # device',
          other: 'Settings copied to # devices',
        },
      );
      if (devices.length > 0) toasts.add({ kind: 'success', title });
      onDone(failed);
    },
  });
}
