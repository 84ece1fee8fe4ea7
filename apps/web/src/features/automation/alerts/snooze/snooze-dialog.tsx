import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { dateLocale, useDisplaySettings } from '../../../../lib/format/display-settings.ts';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { InstantField } from '../../../../ui/fields/instant-field.tsx';
import { instantOf, localPartsOf } from '../../../../ui/fields/local-instant.ts';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { minutesUntil } from './snooze-choices.ts';
import './snooze-dialog.css';

type SnoozeDialogProps = { onSnooze: (minutes: number) => void; onClose: () => void };

/** Until which day and time something is snoozed. */
export function SnoozeDialog({ onSnooze, onClose }: SnoozeDialogProps) {
  const { timeZone } = useDisplaySettings();
  const [now, setNow] = useState(() => Math.round(liveNow()));
  const [until, setUntil] = useState(() => localPartsOf(now + 2 * 3_600_000, timeZone));
  const minutes = minutesUntil(instantOf(until, timeZone), now);
  const isPossible = typeof minutes === 'number';
  const snooze = () => {
    // The dialog may have been open for a while, and the server counts from the press.
    const pressedAt = Math.round(liveNow());
    const left = minutesUntil(instantOf(until, timeZone), pressedAt);
    if (typeof left !== 'number') return setNow(pressedAt);
    onSnooze(left);
    onClose();
  };
  return (
    <Dialog
      title={t`Snooze until`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" disabled={!isPossible} onClick={snooze}>
            {t`Snooze`}
          </Button>
        </>
      }
    >
      <div className="snooze-dialog">
        <InstantField label={t`Until`} locale={dateLocale()} value={until} onChange={setUntil} />
        {isPossible ? (
          <p>{t`No notifications until then. Alerts still active then notify again.`}</p>
        ) : (
          <p className="field-error">{minutes}</p>
        )}
      </div>
    </Dialog>
  );
}
