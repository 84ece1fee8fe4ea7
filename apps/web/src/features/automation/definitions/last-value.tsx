import type { Device, ValueCondition } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { formatValue } from '../../../lib/format/format.ts';
import { devicesQuery, sharedDevicesQuery } from '../../boards/devices/index.ts';

type ValueNowProps = Pick<ValueCondition, 'espid' | 'key'>;

/** What a variable is at this moment, with its unit; null where nothing has come. */
export function useValueNow({ espid, key }: ValueNowProps): string | null {
  const select = (devices: readonly Device[]) => {
    const variable = devices.find((device) => device.espid === espid)?.variables.find((each) => each.key === key);
    if (!variable || variable.value === null) return null;
    const value = formatValue(variable.value, variable.decimals);
    return variable.unit ? `${value}\u00a0${variable.unit}` : value;
  };
  const own = useQuery({ ...devicesQuery, select }).data;
  const shared = useQuery({ ...sharedDevicesQuery, select }).data;
  return own ?? shared ?? null;
}

/** A variable's present value after its name. */
export function ValueNow({ label, espid, variable }: { label: string; espid: string; variable: string }) {
  const value = useValueNow({ espid, key: variable });
  if (value === null) return <span>{t`${label}: no value yet`}</span>;
  return <span className="num">{t`${label} is ${value} now`}</span>;
}
