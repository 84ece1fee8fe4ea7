import { t } from '@lingui/core/macro';
import { IconCurrentLocation } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { typedNumber } from '../../lib/format/typed-number.ts';
import { Button } from '../buttons/button.tsx';
import { NeedsHttps } from '../status/needs-https.tsx';
import { TextField } from './field.tsx';
import './place-fields.css';

/** Degrees, north and east positive. */
export type Place = { latitude: number; longitude: number };

const positionWithinMs = 15_000;
/** Four digits after the point are about ten metres. */
const digits = 4;

/** Degrees as they are shown. */
export const writtenDegrees = (degrees: number): string => String(Number(degrees.toFixed(digits)));

/** Degrees never have thousands: each comma is a point. */
const typedDegrees = (text: string) => typedNumber(text.replace(',', '.'));
/** Browsers give positions only to pages that came over a safe way. */
const canLocate = () => window.isSecureContext && 'geolocation' in navigator;

type TypedPlace = { latitude: string; longitude: string };

type PlaceFieldsProps = {
  place: Place | null;
  busy: boolean;
  /** Why the place was not stored. */
  error: string | null;
  /** Stores the place, and calls `onStored` when it is stored: the fields have what is stored again, unless more was typed. */
  onKeep: (place: Place, onStored: () => void) => void;
  /** Called with whether something is typed that is not stored, as soon as this changes. */
  onTyped?: (isTyped: boolean) => void;
};

/** Requests a place on the earth: typed, or from the browser. May stand inside a form of something else. */
export function PlaceFields({ place, busy, error, onKeep, onTyped }: PlaceFieldsProps) {
  const [typed, setTyped] = useState<TypedPlace | null>(null);
  const isTyped = typed !== null;
  const report = useEffectEvent((value: boolean) => onTyped?.(value));
  useEffect(() => {
    report(isTyped);
    return () => report(false);
  }, [isTyped]);
  const fields = typed ?? {
    latitude: place ? writtenDegrees(place.latitude) : '',
    longitude: place ? writtenDegrees(place.longitude) : '',
  };
  const [isLocating, setLocating] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const locate = () => {
    setLocating(true);
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false);
        setTyped({ latitude: writtenDegrees(coords.latitude), longitude: writtenDegrees(coords.longitude) });
      },
      () => {
        setLocating(false);
        setProblem(t`The browser did not give its location. Type the numbers.`);
      },
      { timeout: positionWithinMs, maximumAge: 600_000 },
    );
  };
  const keep = () => {
    const wanted = { latitude: typedDegrees(fields.latitude), longitude: typedDegrees(fields.longitude) };
    if (!(Math.abs(wanted.latitude) <= 90)) return setProblem(t`Type a latitude from −90 to 90.`);
    if (!(Math.abs(wanted.longitude) <= 180)) return setProblem(t`Type a longitude from −180 to 180.`);
    setProblem(null);
    onKeep(wanted, () => setTyped((now) => (now === typed ? null : now)));
  };
  // Enter keeps the place, not what the form around it is about.
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    keep();
  };
  const message = problem ?? error;
  return (
    <fieldset className="place-fields" aria-label={t`Device location`} onKeyDown={enter}>
      <div className="place-fields-row">
        <TextField
          label={t`Latitude`}
          placeholder="13.7563"
          autoComplete="off"
          value={fields.latitude}
          onChange={({ currentTarget }) => setTyped({ ...fields, latitude: currentTarget.value })}
        />
        <TextField
          label={t`Longitude`}
          placeholder="100.5018"
          autoComplete="off"
          value={fields.longitude}
          onChange={({ currentTarget }) => setTyped({ ...fields, longitude: currentTarget.value })}
        />
        <Button busy={busy} onClick={keep}>
          {t`Save location`}
        </Button>
      </div>
      {canLocate() && (
        <Button size="small" variant="ghost" icon={IconCurrentLocation} busy={isLocating} onClick={locate}>
          {t`Use this browser's location`}
        </Button>
      )}
      {!window.isSecureContext && <NeedsHttps>{t`The browser gives no location here.`}</NeedsHttps>}
      {message && (
        <p className="place-fields-problem" role="alert">
          {message}
        </p>
      )}
    </fieldset>
  );
}
