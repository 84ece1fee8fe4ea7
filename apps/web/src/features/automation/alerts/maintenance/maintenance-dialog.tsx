import type { MaintenanceScope } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { dateLocale, useDisplaySettings } from '../../../../lib/format/display-settings.ts';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ComboField, type ComboOption } from '../../../../ui/fields/combo-field.tsx';
import { InstantField } from '../../../../ui/fields/instant-field.tsx';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { may, useSeenDevices } from '../../../boards/devices/index.ts';
import { useRuleNames } from '../rules/use-rule-names.ts';
import { useBeginMaintenance } from './maintenance-calls.ts';
import './maintenance-dialog.css';
import { type MaintenanceLength, newTimes, timesOf } from './maintenance-times.ts';

const lengths = (): { id: MaintenanceLength; label: string }[] => [
  { id: 'hour', label: t`For 1 hour` },
  { id: 'hours', label: t`For 4 hours` },
  { id: 'today', label: t`Until the end of today` },
  { id: 'until', label: t`Until a day and time` },
  { id: 'planned', label: t`Planned, from and to` },
];

type MaintenanceDialogProps = {
  /** The devices that it is for; null: what it is for is chosen here. */
  espids: readonly string[] | null;
  onClose: () => void;
};

/** Puts devices into maintenance, now or at a time that is planned. */
export function MaintenanceDialog({ espids, onClose }: MaintenanceDialogProps) {
  const { timeZone } = useDisplaySettings();
  const [now, setNow] = useState(() => Math.round(liveNow()));
  const [times, setTimes] = useState(() => newTimes(now, timeZone));
  const [chosen, setChosen] = useState<MaintenanceScope | null>(null);
  const begin = useBeginMaintenance();
  const scope: MaintenanceScope | null = espids ? { kind: 'devices', espids: [...espids] } : chosen;
  const found = timesOf(times, now, timeZone);
  const problem = typeof found === 'string' ? found : null;
  const { length, from, until, weekly } = times;
  const isPlanned = length === 'planned';
  const save = () => {
    if (scope === null) return;
    // The dialog may have been open for a while.
    const pressedAt = Math.round(liveNow());
    const chosenTimes = timesOf(times, pressedAt, timeZone);
    if (typeof chosenTimes === 'string') return setNow(pressedAt);
    begin.mutate({ ...chosenTimes, scope }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={
        espids && espids.length > 1
          ? plural({ count: espids.length }, { other: 'Maintenance of # devices' })
          : t`Maintenance`
      }
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={begin.isPending} disabled={problem !== null || scope === null} onClick={save}>
            {isPlanned ? t`Plan` : t`Start`}
          </Button>
        </>
      }
    >
      <div className="maintenance-dialog">
        <p>{t`Alerts are recorded but notify nobody. Those still active at the end notify then.`}</p>
        {espids === null && <ScopeChoice chosen={chosen} onChange={setChosen} />}
        <SelectField
          label={t`How long`}
          size="large"
          options={lengths()}
          value={length}
          onChange={(next) => setTimes({ ...times, length: next })}
        />
        {isPlanned && (
          <InstantField
            label={t`From`}
            locale={dateLocale()}
            value={from}
            onChange={(next) => setTimes({ ...times, from: next })}
          />
        )}
        {(isPlanned || length === 'until') && (
          <InstantField
            label={isPlanned ? t`To` : t`Until`}
            locale={dateLocale()}
            value={until}
            onChange={(next) => setTimes({ ...times, until: next })}
          />
        )}
        {isPlanned && (
          <label className="maintenance-dialog-weekly">
            <Checkbox
              checked={weekly}
              onChange={({ currentTarget }) => setTimes({ ...times, weekly: currentTarget.checked })}
            />
            {t`Every week at these hours`}
          </label>
        )}
        {problem !== null && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

type ScopeChoiceProps = { chosen: MaintenanceScope | null; onChange: (scope: MaintenanceScope) => void };

/** One of the account's tags, groups and devices, and of the devices of others that it may operate. */
function ScopeChoice({ chosen, onChange }: ScopeChoiceProps) {
  const { devices, groups } = useRuleNames();
  const operated = useSeenDevices().filter((device) => may(device, 'operate'));
  const tags = [...new Set(devices.flatMap((device) => device.tags))].sort((a, b) => a.localeCompare(b));
  const scopes: (ComboOption & { scope: MaintenanceScope })[] = [
    ...tags.map((tag) => ({ id: `tag ${tag}`, label: t`Tag ${tag}`, scope: { kind: 'tag' as const, tag } })),
    ...groups.map(({ id, name }) => ({
      id: `group ${id}`,
      label: t`Group ${name}`,
      scope: { kind: 'group' as const, groupId: id },
    })),
    ...operated.map(({ espid, name }) => ({
      id: `device ${espid}`,
      label: name,
      scope: { kind: 'devices' as const, espids: [espid] },
    })),
  ];
  const value = scopes.find(({ scope }) => JSON.stringify(scope) === JSON.stringify(chosen))?.id ?? '';
  return (
    <ComboField
      label={t`Devices`}
      options={scopes}
      value={value}
      onChange={(id) => {
        const found = scopes.find((each) => each.id === id);
        if (found) onChange(found.scope);
      }}
      nothing={t`No such device, tag or group`}
    />
  );
}
