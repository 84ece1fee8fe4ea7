import type { Device, DeviceLocation } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { PlaceFields } from '../../../ui/fields/place-fields.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { useChangeDevice } from '../devices/index.ts';

/** Where the device stands. */
export function PlaceCard({ device }: { device: Device }) {
  const { espid, location } = device;
  const client = useQueryClient();
  const toasts = useToasts();
  const save = useChangeDevice(espid, ({ location: place }) => {
    toasts.add({ kind: 'success', title: place ? t`Location saved` : t`Location removed` });
    void client.invalidateQueries({ queryKey: queryKeys.automation(espid) });
  });
  const keep = (place: DeviceLocation | null, onStored?: () => void) =>
    save.mutate({ location: place }, { onSuccess: onStored });
  return (
    <SectionCard
      id="place"
      title={t`Location`}
      description={t`For timers that follow sunrise and sunset. A town nearby is exact enough.`}
      actions={
        location && (
          <Button variant="ghost" busy={save.isPending} onClick={() => keep(null)}>
            {t`Remove location`}
          </Button>
        )
      }
    >
      <PlaceFields
        place={location}
        busy={save.isPending}
        error={save.isError ? failureText(save.error) : null}
        onKeep={keep}
      />
    </SectionCard>
  );
}
