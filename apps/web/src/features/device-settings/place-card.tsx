import type { Device, DeviceLocation } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { devicesQuery } from '../../lib/device-queries.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { PlaceFields } from '../../ui/place-fields.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { placeDevice } from './device-calls.ts';

/** Where the device stands. */
export function PlaceCard({ device }: { device: Device }) {
  const { espid, location } = device;
  const client = useQueryClient();
  const toasts = useToasts();
  const save = useMutation({
    mutationFn: (place: DeviceLocation | null) => placeDevice(espid, place),
    onSuccess: (_, place) => {
      toasts.add({ kind: 'success', title: place ? 'Place saved' : 'Place forgotten' });
      void client.invalidateQueries({ queryKey: ['automation', espid] });
      return client.invalidateQueries(devicesQuery);
    },
  });
  return (
    <SectionCard
      id="place"
      title="Place"
      description="Where it stands, for timers that follow sunrise and sunset. A town nearby is exact enough."
      actions={
        location && (
          <Button variant="ghost" busy={save.isPending} onClick={() => save.mutate(null)}>
            Forget place
          </Button>
        )
      }
    >
      <PlaceFields
        key={JSON.stringify(location)}
        place={location}
        busy={save.isPending}
        error={save.isError ? failureText(save.error) : null}
        onKeep={(place) => save.mutate(place)}
      />
    </SectionCard>
  );
}
