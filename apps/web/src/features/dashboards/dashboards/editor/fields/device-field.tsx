import { t } from '@lingui/core/macro';
import { ComboField } from '../../../../../ui/fields/combo-field.tsx';
import { useDashboardSource } from '../../source/use-dashboard-source.ts';

type DeviceFieldProps = {
  /** Undefined: the one that is chosen above the dashboard. */
  device: string | undefined;
  /** What the dashboard's own device is called here; null: there is none to choose above it. */
  ownLabel: string | null;
  onChange: (device: string | undefined) => void;
};

const own = '';

/** Which device a widget is of, found by a part of its name. */
export function DeviceField({ device, ownLabel, onChange }: DeviceFieldProps) {
  const devices = useDashboardSource().devices.filter(({ pending }) => !pending);
  const options = devices.map(({ espid, name }) => ({
    id: espid,
    label:
      name === espid || devices.every((each) => each.espid === espid || each.name !== name)
        ? name
        : `${name}, ${espid}`,
  }));
  const gone = device !== undefined && !options.some(({ id }) => id === device);
  return (
    <ComboField
      key={`${device} ${options.length}`}
      label={t`Device`}
      options={[
        ...(ownLabel === null ? [] : [{ id: own, label: ownLabel }]),
        ...(gone ? [{ id: device, label: t`${device} (deleted)` }] : []),
        ...options,
      ]}
      value={device ?? own}
      nothing={t`No device has this name.`}
      onChange={(id) => onChange(id === own ? undefined : id)}
    />
  );
}
