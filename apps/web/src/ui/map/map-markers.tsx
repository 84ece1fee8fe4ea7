import { plural, t } from '@lingui/core/macro';
import { IconMapPin, IconMapPinFilled, IconMapPinOff } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { Place } from '../fields/place-fields.tsx';
import type { MapCluster, MapMarker } from './clusters.ts';
import { fromScreen, type MapSize, type MapViewport, toPlace, toScreen, toWorld } from './mercator.ts';

/** What can be done with markers. */
export type MarkerActions = {
  onSelect: ((id: string) => void) | undefined;
  /** Takes where a marker was dragged to; undefined where they stay. */
  onMove: ((id: string, place: Place) => void) | undefined;
};

type MapMarkersProps = MarkerActions & {
  clusters: readonly MapCluster[];
  viewport: MapViewport;
  size: MapSize;
  selectedId: string | undefined;
  clusterMark: ((ids: readonly string[]) => ReactNode) | undefined;
  onOpen: (cluster: MapCluster) => void;
};

/** The room that a marker with its name needs so that names seldom cover each other, px². */
const areaPx2 = 32_000;
const beyondPx = 60;

/** The markers and clusters that are in sight; they have their names while they are few. */
export function MapMarkers({ clusters, viewport, size, selectedId, clusterMark, onOpen, ...actions }: MapMarkersProps) {
  const inSight = clusters
    .map((cluster) => ({ cluster, ...toScreen(cluster.at, viewport, size) }))
    .filter(
      ({ left, top }) =>
        left > -beyondPx && left < size.width + beyondPx && top > -beyondPx && top < size.height + beyondPx,
    );
  const isCrowded = inSight.length * areaPx2 > size.width * size.height;
  return (
    <ul className={isCrowded ? 'map-markers map-markers-many' : 'map-markers'} aria-label={t`On the map`}>
      {inSight.map(({ cluster, left, top }) => {
        const [marker, ...others] = cluster.markers;
        if (marker === undefined) return null;
        return (
          <li key={cluster.id} style={{ transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)` }}>
            {others.length > 0 ? (
              <ClusterButton
                cluster={cluster}
                mark={clusterMark?.(cluster.markers.map(({ id }) => id))}
                onOpen={onOpen}
              />
            ) : (
              <MarkerButton
                marker={marker}
                isSelected={marker.id === selectedId}
                viewport={viewport}
                size={size}
                {...actions}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

type ClusterButtonProps = { cluster: MapCluster; mark: ReactNode; onOpen: (cluster: MapCluster) => void };

function ClusterButton({ cluster, mark, onOpen }: ClusterButtonProps) {
  const { markers } = cluster;
  const offline = markers.filter(({ online }) => online === false).length;
  const label =
    offline > 0
      ? plural(
          { count: markers.length },
          { one: `# device, ${{ offline }} offline`, other: `# devices, ${{ offline }} offline` },
        )
      : plural({ count: markers.length }, { one: '# device', other: '# devices' });
  return (
    <button
      type="button"
      className={offline > 0 ? 'map-cluster map-cluster-offline num' : 'map-cluster num'}
      title={label}
      onClick={() => onOpen(cluster)}
    >
      <span className="sr-only">{t`Show ${label}`}</span>
      <span aria-hidden="true">{markers.length}</span>
      {offline > 0 && (
        <span className="map-cluster-off" aria-hidden="true">
          {t`${offline} offline`}
        </span>
      )}
      {mark && <span className="map-cluster-mark">{mark}</span>}
    </button>
  );
}

const stateLabel = (online: boolean | null) => (online === null ? '' : online ? t`Online` : t`Offline`);
const pins = { online: IconMapPinFilled, offline: IconMapPinOff, none: IconMapPin };

type MarkerButtonProps = MarkerActions & {
  marker: MapMarker;
  isSelected: boolean;
  viewport: MapViewport;
  size: MapSize;
};

function MarkerButton({ marker, isSelected, viewport, size, onSelect, onMove }: MarkerButtonProps) {
  const { id, name, online, place, mark } = marker;
  const start = useRef<{ x: number; y: number }>(null);
  const [drag, setDrag] = useState<{ dx: number; dy: number } | null>(null);
  const Pin = pins[online === null ? 'none' : online ? 'online' : 'offline'];
  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (!onMove || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent) => {
    const from = start.current;
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (drag || Math.hypot(dx, dy) > 4) setDrag({ dx, dy });
  };
  const release = (event: PointerEvent) => {
    start.current = null;
    setDrag(null);
    if (!drag || event.type !== 'pointerup') return;
    const { left, top } = toScreen(toWorld(place), viewport, size);
    onMove?.(id, toPlace(fromScreen({ left: left + drag.dx, top: top + drag.dy }, viewport, size)));
  };
  return (
    <button
      type="button"
      className={`map-marker map-marker-${online === false ? 'offline' : 'online'}`}
      aria-current={isSelected || undefined}
      style={drag ? { transform: `translate(${drag.dx}px, ${drag.dy}px)` } : undefined}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onClick={() => drag ?? onSelect?.(id)}
    >
      <Pin className="map-marker-pin" size={28} aria-hidden="true" focusable="false" />
      <span className="sr-only">{[name, stateLabel(online)].filter(Boolean).join(', ')}</span>
      {mark && <span className="map-marker-mark">{mark}</span>}
      <span className="map-marker-name" aria-hidden="true">
        {name}
        {online === false && <span className="map-marker-state"> {t`Offline`}</span>}
      </span>
    </button>
  );
}
