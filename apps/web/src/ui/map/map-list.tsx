import { t } from '@lingui/core/macro';
import { writtenDegrees } from '../fields/place-fields.tsx';
import { StatusDot } from '../status/status-dot.tsx';
import type { MapMarker } from './clusters.ts';

type MapListProps = {
  label: string;
  markers: readonly MapMarker[];
  onSelect: ((id: string) => void) | undefined;
  /** Gives the place of each. */
  withPlace?: boolean;
};

/** The markers of a map as text. */
export function MapList({ label, markers, onSelect, withPlace = false }: MapListProps) {
  if (markers.length === 0) return <p className="map-list-nothing">{t`Nothing on this map`}</p>;
  return (
    <ul className="map-list" aria-label={label}>
      {markers.map(({ id, name, online, place, mark }) => (
        <li key={id}>
          {onSelect ? (
            <button type="button" className="map-list-name" onClick={() => onSelect(id)}>
              {name}
            </button>
          ) : (
            <span className="map-list-name">{name}</span>
          )}
          {mark}
          {online !== null && <StatusDot state={online ? 'online' : 'offline'} withLabel />}
          {withPlace && (
            <span className="map-list-place num">
              {writtenDegrees(place.latitude)}, {writtenDegrees(place.longitude)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
