import type { Device } from '@cyno/contract';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PlaceFields, writtenDegrees } from '../../../ui/fields/place-fields.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { useSaveLocation } from '../definitions/index.ts';
import './location-form.css';

/** Where the device stands, which the times of the sun depend on: shown, or requested where it is not known. */
export function LocationForm({ device }: { device: Device }) {
  const { espid, name, location } = device;
  const [isOpen, setOpen] = useState(location === null);
  const [wasSaved, setSaved] = useState(false);
  const save = useSaveLocation(espid);
  if (!isOpen && location) {
    return (
      <p className="location-line">
        <Icon of={IconMapPin} size={16} />
        <span className="num">
          The sun at {writtenDegrees(location.latitude)}, {writtenDegrees(location.longitude)}
        </span>
        {/* The button that had the focus is gone with the form. */}
        <Button size="small" variant="ghost" autoFocus={wasSaved} onClick={() => setOpen(true)}>
          Change
        </Button>
      </p>
    );
  }
  const close = () => {
    setSaved(true);
    setOpen(false);
  };
  return (
    <div className="location-form">
      <p>Where does {name} stand? The times of the sun depend on it. A town nearby is exact enough.</p>
      <PlaceFields
        place={location}
        busy={save.isPending}
        error={save.isError ? failureText(save.error) : null}
        onKeep={(place) => save.mutate(place, { onSuccess: close })}
      />
    </div>
  );
}
