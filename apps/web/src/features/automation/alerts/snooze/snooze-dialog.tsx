import { useState } from 'react';
import { dateLocale, useDisplaySettings } from '../../../../lib/format/display-settings.ts';
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
  const [openedAt] = useState(() => Date.now());
  const [until, setUntil] = useState(() => localPartsOf(openedAt + 2 * 3_600_000, timeZone));
  const minutes = minutesUntil(instantOf(until, timeZone), openedAt);
  const isPossible = typeof minutes === 'number';
  return (
    <Dialog
      title="Snooze until"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!isPossible}
            onClick={() => {
              if (!isPossible) return;
              onSnooze(minutes);
              onClose();
            }}
          >
            Snooze
          </Button>
        </>
      }
    >
      <div className="snooze-dialog">
        <InstantField label="Until" locale={dateLocale()} value={until} onChange={setUntil} />
        {isPossible ? (
          <p>Nobody is notified until then. What is still active then notifies again.</p>
        ) : (
          <p className="field-error">{minutes}</p>
        )}
      </div>
    </Dialog>
  );
}
