import { useSearchParams } from 'react-router';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { useDashboardSource } from './source/use-dashboard-source.ts';

const parameter = 'device';

/** The device that is chosen above a dashboard, by the address; else the first one that is there. Null: none can be chosen. */
export function useChosenDevice(espids: readonly string[]): {
  chosen: SeenDevice | null;
  choices: readonly SeenDevice[];
  choose: (espid: string) => void;
} {
  const [params, setParams] = useSearchParams();
  const seen = useDashboardSource().devices;
  const choices = espids.flatMap((espid) => seen.find((device) => device.espid === espid) ?? []);
  const wanted = params.get(parameter);
  return {
    choices,
    chosen: choices.find(({ espid }) => espid === wanted) ?? choices[0] ?? null,
    choose: (espid) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.set(parameter, espid);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
