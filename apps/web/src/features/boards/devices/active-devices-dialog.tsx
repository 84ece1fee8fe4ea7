import type { PlanResponse } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { StatusDot } from '../../../ui/status/status-dot.tsx';
import { useDevices } from './device-queries.ts';
import './active-devices-dialog.css';
import { chooseActive } from '../../people/billing/index.ts';

/** Lets the owner choose which devices stay active under a plan that has no room for all. */
export function ActiveDevicesDialog({ plan, onClose }: { plan: PlanResponse; onClose: () => void }) {
  const client = useQueryClient();
  const devices = useDevices();
  const own = (devices.data ?? []).filter((device) => !device.pending);
  // Until somebody chooses it follows the list, which may come after the dialog has opened.
  const [choice, setChoice] = useState<ReadonlySet<string> | null>(null);
  const chosen = choice ?? new Set(own.filter(({ paused }) => !paused).map(({ espid }) => espid));
  const save = useMutation({ mutationFn: () => chooseActive(client, [...chosen]), onSuccess: onClose });
  const limit = plan.limits.devices ?? own.length;
  const surplus = chosen.size - limit;

  const toggle = (espid: string) => {
    const next = new Set(chosen);
    if (!next.delete(espid)) next.add(espid);
    setChoice(next);
  };

  return (
    <Dialog
      title={t`Select active devices`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            disabled={surplus > 0 || !devices.isSuccess}
            onClick={() => save.mutate()}
          >
            {t`Save`}
          </Button>
        </>
      }
    >
      <p>{t`Pauses the other devices: they can stay connected, but no data is stored.`}</p>
      <ul className="active-devices">
        {own.map(({ espid, name, online }) => (
          <li key={espid}>
            <label>
              <Checkbox checked={chosen.has(espid)} onChange={() => toggle(espid)} />
              <span className="active-devices-name">{name}</span>
              <StatusDot state={online ? 'online' : 'offline'} withLabel />
            </label>
          </li>
        ))}
      </ul>
      <p className={surplus > 0 ? 'active-devices-surplus' : undefined} role="status">
        {t`${{ selected: chosen.size }} of ${limit} selected.`}
        {surplus > 0 && ` ${plural(surplus, { one: 'Deselect # device.', other: 'Deselect # devices.' })}`}
        {save.isError && ` ${failureText(save.error)}`}
      </p>
    </Dialog>
  );
}
