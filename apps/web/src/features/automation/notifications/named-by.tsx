import type { EscalationNaming } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useAction } from '../../people/accounts/index.ts';
import { peopleQuery, setDeclined } from './notification-calls.ts';
import './notifications.css';

/** By whose escalations one is named, each with a switch that declines it at once. */
export function NamedBy({ namings }: { namings: readonly EscalationNaming[] }) {
  const queryClient = useQueryClient();
  const { busy, run } = useAction();
  if (namings.length === 0) return null;
  const change = async (id: number, declined: boolean) => {
    await setDeclined(id, declined);
    await queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey });
  };
  return (
    <fieldset className="policy-severity policy-named">
      <legend>{t`Named by others`}</legend>
      <p className="section-note">{t`These people chose you for alerts of their devices that nobody acknowledges; you can acknowledge each for 30 days.`}</p>
      {namings.map(({ id, name, devices, declined }) => (
        <Switch
          key={id}
          label={`${name} · ${plural(devices, { one: '# device', other: '# devices' })}`}
          checked={!declined}
          busy={busy.has(`naming ${id}`)}
          onChange={(on) => run({ name: `naming ${id}`, do: () => change(id, !on), failure: t`Not changed` })}
        />
      ))}
    </fieldset>
  );
}
