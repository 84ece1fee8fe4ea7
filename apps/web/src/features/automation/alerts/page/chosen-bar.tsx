import { plural, t } from '@lingui/core/macro';
import { IconBellOff, IconCheck, IconX } from '@tabler/icons-react';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { Menu } from '../../../../ui/overlays/menu.tsx';
import { useAcknowledge, useSnoozeAlerts } from '../alert-calls.ts';
import { useSnooze } from '../snooze/use-snooze.tsx';
import './chosen-bar.css';

type ChosenBarProps = {
  ids: number[];
  /** False for who may only look at the devices of all of them. */
  maySnooze: boolean;
  onDone: () => void;
};

/** Lies at the foot of the list while alerts are chosen: how many, and what can be done with them. */
export function ChosenBar({ ids, maySnooze, onDone }: ChosenBarProps) {
  const now = useLiveNow(60_000);
  const acknowledge = useAcknowledge();
  const { mutate } = useSnoozeAlerts();
  const onSnooze = (minutes: number) => mutate({ ids, minutes }, { onSuccess: onDone });
  const snooze = useSnooze({ now, isSnoozed: true, onSnooze });
  return (
    <section className="chosen-bar" aria-label={t`Selected alerts`}>
      <p className="num" role="status">
        {plural({ count: ids.length }, { other: '# selected' })}
      </p>
      <div className="chosen-bar-actions">
        <Button
          variant="primary"
          icon={IconCheck}
          busy={acknowledge.isPending}
          onClick={() => acknowledge.mutate(ids, { onSuccess: onDone })}
        >
          {t`Acknowledge`}
        </Button>
        {maySnooze && (
          <Menu
            label={t`Snooze the selected alerts`}
            placement="top end"
            trigger={<Button icon={IconBellOff}>{t`Snooze`}</Button>}
            entries={snooze.entries}
          />
        )}
      </div>
      {snooze.dialog}
      <IconButton label={t`Clear selection`} icon={IconX} onClick={onDone} />
    </section>
  );
}
