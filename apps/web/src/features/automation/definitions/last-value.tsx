import type { Device, ValueCondition } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { formatAge, formatValue } from '../../../lib/format/format.ts';
import { isStale } from '../../../lib/format/variable-kind.ts';
import { useLiveNow } from '../../../lib/live/live-client.ts';
import { devicesQuery, sharedDevicesQuery } from '../../boards/devices/index.ts';

type WatchedVariable = Pick<ValueCondition, 'espid' | 'key'>;
/** `age`: how long ago it came, where it may have changed since; null: it is that now. */
export type LastValue = { value: string; age: string | null };

/** The last value of a variable, with its unit; null where nothing has come. */
export function useLastValue({ espid, key }: WatchedVariable): LastValue | null {
  const now = useLiveNow(10_000);
  const select = (devices: readonly Device[]): LastValue | null => {
    const device = devices.find((each) => each.espid === espid);
    const variable = device?.variables.find((each) => each.key === key);
    if (!device || !variable || variable.value === null || variable.at === null) return null;
    const value = formatValue(variable.value, variable.decimals);
    return {
      value: variable.unit ? `${value}\u00a0${variable.unit}` : value,
      age: device.online && !isStale(variable, now) ? null : formatAge(now - variable.at),
    };
  };
  const own = useQuery({ ...devicesQuery, select }).data;
  const shared = useQuery({ ...sharedDevicesQuery, select }).data;
  return own ?? shared ?? null;
}

type LastValueTextProps = { label: string; espid: string; variable: string };

/** A variable's last value after its name. */
export function LastValueText({ label, espid, variable }: LastValueTextProps) {
  const last = useLastValue({ espid, key: variable });
  if (last === null) return <span>{t`${label}: no value yet`}</span>;
  const { value, age } = last;
  return <span className="num">{age === null ? t`${label} is ${value} now` : t`${label} was ${value} ${age}`}</span>;
}
