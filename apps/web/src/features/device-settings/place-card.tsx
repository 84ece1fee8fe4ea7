import type { Device, DeviceLocation } from '@cyno/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useChangeDevice } from '../../lib/change-device.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { PlaceFields } from '../../ui/place-fields.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useToasts } from '../../ui/toast.tsx';

/** Where the device stands. */
export function PlaceCard({ device }: { device: Device }) {
  const { espid, location } = device;
  const client = useQueryClient();
  const toasts = useToasts();
  const save = useChangeDevice(espid, ({ location: place }) => {
    toasts.add({ kind: 'success', title: place ? 'Place saved' : 'Place forgotten' });
    void client.invalidateQueries({ queryKey: ['automation', espid] });
  });
  const keep = (place: DeviceLocation | null) => save.mutate({ location: place });
  return (
    <SectionCard
      id="place"
      title="Place"
      description="Where it stands, for timers that follow sunrise and sunset. A town nearby is exact enough."
      actions={
        location && (
          <Button variant="ghost" busy={save.isPending} onClick={() => keep(null)}>
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
        onKeep={keep}
      />
    </SectionCard>
  );
}
