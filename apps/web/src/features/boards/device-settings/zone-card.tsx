import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { namedZones } from '../../../lib/format/time-zones.ts';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { ComboField } from '../../../ui/fields/combo-field.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { useChangeDevice } from '../devices/index.ts';

const accountZone = 'account';

/** The time zone of the place where the device stands, for one that is elsewhere than its owner. */
export function ZoneCard({ device: { espid, timeZone } }: { device: Device }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [openedAt] = useState(() => Date.now());
  const options = useMemo(
    () => [{ id: accountZone, label: t`Same as your account` }, ...namedZones(openedAt)],
    [openedAt],
  );
  const save = useChangeDevice(espid, () => {
    toasts.add({ kind: 'success', title: t`Time zone saved` });
    void client.invalidateQueries({ queryKey: queryKeys.automation(espid) });
  });
  return (
    <SectionCard
      id="zone"
      title={t`Time zone`}
      description={t`For its timers, sunrise and sunset, and the clock of its board.`}
    >
      <div className="device-settings-choice">
        <ComboField
          label={t`Time zone`}
          options={options}
          value={timeZone ?? accountZone}
          nothing={t`No time zone found`}
          onChange={(zone) => save.mutate({ timeZone: zone === accountZone ? null : zone })}
        />
        {save.isError && (
          <p className="device-settings-error" role="alert">
            {failureText(save.error)}
          </p>
        )}
      </div>
    </SectionCard>
  );
}
