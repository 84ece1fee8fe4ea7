import type { Device } from '@cyno/contract';
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSaveLocation } from './automation-calls.ts';
import { typedNumber } from './automation-draft.ts';
import './location-form.css';

const positionWithinMs = 15_000;
/** Four digits after the point are about ten metres, which is enough for the sun. */
const digits = 4;

const written = (degrees: number) => String(Number(degrees.toFixed(digits)));
/** Browsers tell positions only to pages that came over a safe way. */
const canAsk = () => window.isSecureContext && 'geolocation' in navigator;

/** Where the device stands, which the times of the sun depend on: shown, or asked for where it is not known. */
export function LocationForm({ device }: { device: Device }) {
  const { espid, location } = device;
  const [isOpen, setOpen] = useState(location === null);
  if (!isOpen && location) {
    return (
      <p className="location-line">
        <Icon of={IconMapPin} size={16} />
        <span className="num">
          The sun at {written(location.latitude)}, {written(location.longitude)}
        </span>
        <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
          Change
        </Button>
      </p>
    );
  }
  return <LocationFields key={espid} device={device} onDone={() => setOpen(false)} />;
}

function LocationFields({ device, onDone }: { device: Device; onDone: () => void }) {
  const { espid, name, location } = device;
  const [latitude, setLatitude] = useState(location ? written(location.latitude) : '');
  const [longitude, setLongitude] = useState(location ? written(location.longitude) : '');
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSaveLocation(espid);

  const ask = () => {
    setAsking(true);
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        setLatitude(written(coords.latitude));
        setLongitude(written(coords.longitude));
      },
      () => {
        setAsking(false);
        setProblem('The browser did not tell its position. Type the numbers.');
      },
      { timeout: positionWithinMs, maximumAge: 600_000 },
    );
  };
  const submit = () => {
    const [north, east] = [typedNumber(latitude), typedNumber(longitude)];
    if (!(Math.abs(north) <= 90)) setProblem('Type a latitude from −90 to 90.');
    else if (!(Math.abs(east) <= 180)) setProblem('Type a longitude from −180 to 180.');
    else save.mutate({ latitude: north, longitude: east }, { onSuccess: onDone });
  };
  // It stands inside the form of the automation: Enter keeps the place, not that.
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    submit();
  };
  const words = problem ?? (save.isError ? failureText(save.error) : null);
  return (
    <fieldset className="location-form" aria-label="Where the device stands" onKeyDown={enter}>
      <p>Where does {name} stand? The times of the sun depend on it. A town nearby is exact enough.</p>
      <div className="location-fields">
        <TextField
          label="Latitude"
          placeholder="13.7563"
          inputMode="text"
          value={latitude}
          onChange={({ currentTarget }) => setLatitude(currentTarget.value)}
        />
        <TextField
          label="Longitude"
          placeholder="100.5018"
          inputMode="text"
          value={longitude}
          onChange={({ currentTarget }) => setLongitude(currentTarget.value)}
        />
        <Button busy={save.isPending} onClick={submit}>
          Keep place
        </Button>
      </div>
      {canAsk() && (
        <Button size="small" variant="ghost" icon={IconCurrentLocation} busy={isAsking} onClick={ask}>
          Use this browser's position
        </Button>
      )}
      {words && (
        <p className="line-problem" role="alert">
          {words}
        </p>
      )}
    </fieldset>
  );
}
