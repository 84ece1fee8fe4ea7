import type { Device } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { formatAge } from '../../../lib/format/format.ts';
import { isStale } from '../../../lib/format/variable-kind.ts';
import { useLiveNow, useLiveState } from '../../../lib/live/live-client.ts';
import { dayQuery } from './history-query.ts';
import { ValueCard } from './value-card.tsx';

/** The newest value of each variable; dimmed with its age when the board or this page's connection fell silent. */
export function OverviewValues({ device }: { device: Device }) {
  const day = useQuery(dayQuery(device));
  const now = useLiveNow();
  const connected = useLiveState() !== 'down' && device.online;
  return (
    <div className="value-cards">
      {device.variables.map((variable) => {
        const old = variable.at !== null && (!connected || isStale(variable, now));
        const age = old ? formatAge(now - (variable.at ?? now)) : null;
        return <ValueCard key={variable.key} variable={variable} age={age} day={day.data?.values.get(variable.key)} />;
      })}
    </div>
  );
}
