import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PlaceFields, writtenDegrees } from '../../../ui/fields/place-fields.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { useSaveLocation } from '../definitions/index.ts';
import './location-form.css';

type LocationFormProps = { device: Device; onTyped: (isTyped: boolean) => void };

/** Where the device stands, which the times of the sun depend on: shown, or requested where it is not known. */
export function LocationForm({ device, onTyped }: LocationFormProps) {
  const { espid, name, location } = device;
  const [isOpen, setOpen] = useState(location === null);
  const [wasSaved, setSaved] = useState(false);
  const save = useSaveLocation(espid);
  if (!isOpen && location) {
    return (
      <p className="location-line">
        <Icon of={IconMapPin} size={16} />
        <span className="num">
          {t`Sunrise and sunset at ${{ latitude: writtenDegrees(location.latitude) }}, ${{ longitude: writtenDegrees(location.longitude) }}`}
        </span>
        {/* The button that had the focus is gone with the form. */}
        <Button size="small" variant="ghost" autoFocus={wasSaved} onClick={() => setOpen(true)}>
          {t`Change`}
        </Button>
      </p>
    );
  }
  return (
    <div className="location-form">
      <p>{t`Where is ${name}? Sunrise and sunset depend on its location; a nearby town is exact enough.`}</p>
      <PlaceFields
        place={location}
        busy={save.isPending}
        error={save.isError ? failureText(save.error) : null}
        onTyped={onTyped}
        onKeep={(place, onStored) =>
          save.mutate(place, {
            onSuccess: () => {
              onStored();
              setSaved(true);
              setOpen(false);
            },
          })
        }
      />
    </div>
  );
}
