import { t } from '@lingui/core/macro';
import { IconFocusCentered, IconListDetails, IconMap2, IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { IconButton } from '../buttons/button.tsx';
import type { Place } from '../fields/place-fields.tsx';
import { clustersOf, type MapCluster, type MapMarker } from './clusters.ts';
import { useLand } from './land.ts';
import { MapCanvas } from './map-canvas.tsx';
import { MapList } from './map-list.tsx';
import { MapMarkers } from './map-markers.tsx';
import { type MapTileSource, MapTiles } from './map-tiles.tsx';
import './map-view.css';
import { fitting, fromScreen, maxZoom, scaleBar, toPlace, zoomed } from './mercator.ts';
import { useMapGestures } from './use-map-gestures.ts';
import { useMapViewport } from './use-map-viewport.ts';

type MapViewProps = {
  /** What the map shows, for screen readers. */
  label: string;
  markers: readonly MapMarker[];
  /** Past places, oldest first, drawn as a line. */
  track?: readonly Place[];
  /** Null: land, borders and the net of degrees are drawn here, and nothing is fetched from elsewhere. */
  tiles: MapTileSource | null;
  /** A marker was pressed. */
  onSelect?: (id: string) => void;
  selectedId?: string;
  /** A place of the map was pressed. */
  onPlace?: (place: Place) => void;
  /** A marker was dragged elsewhere; without it they stay. */
  onMove?: (id: string, place: Place) => void;
  /** What marks the markers of these ids where they are drawn as one. */
  clusterMark?: (ids: readonly string[]) => ReactNode;
  className?: string;
};

const noTrack: readonly Place[] = [];

/**
 * A map that fills the box that it is given: markers, joined to clusters where they are dense, and a way. It is moved and zoomed by
 * mouse, fingers and keys, starts with everything in sight, and can be read as a list instead.
 */
export function MapView(props: MapViewProps) {
  const {
    label,
    markers,
    track = noTrack,
    tiles,
    onSelect,
    selectedId,
    onPlace,
    onMove,
    clusterMark,
    className,
  } = props;
  const frameRef = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const places = useMemo(() => [...markers.map(({ place }) => place), ...track], [markers, track]);
  const { size, viewport, change, fit } = useMapViewport(frameRef, places);
  const [asList, setAsList] = useState(false);
  const [together, setTogether] = useState<MapCluster>();
  // A new clustering at each half level, and none while the map is only moved.
  const level = viewport && Math.round(viewport.zoom * 2) / 2;
  const clusters = useMemo(() => (level === undefined ? [] : clustersOf(markers, level)), [markers, level]);
  const land = useLand(viewport?.zoom ?? 0, tiles === null && viewport !== undefined);
  const gestures = useMapGestures({
    frameRef,
    change,
    onPress: (at) => {
      setTogether(undefined);
      if (viewport && size) onPlace?.(toPlace(fromScreen(at, viewport, size)));
    },
    onReset: fit,
  });
  const open = (cluster: MapCluster) => {
    if (!size || !viewport) return;
    const target = fitting(
      cluster.markers.map(({ place }) => place),
      size,
    );
    // Markers of one place stay together however near the map is.
    if (isOnePlace(cluster) || viewport.zoom >= maxZoom) setTogether(cluster);
    else change(() => ({ ...target, zoom: Math.max(target.zoom, Math.min(maxZoom, viewport.zoom + 1)) }));
  };
  return (
    <section className={['map-view', className].filter(Boolean).join(' ')} aria-label={label}>
      {/* biome-ignore lint/a11y/useSemanticElements: there is no element for a map that is moved with arrow keys. */}
      <div
        ref={frameRef}
        className={onPlace ? 'map-frame map-frame-placing' : 'map-frame'}
        role="group"
        aria-label={t`${label}: map`}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map, which needs the focus.
        tabIndex={0}
        hidden={asList}
        {...gestures}
      >
        {size && viewport && (
          <>
            {tiles && <MapTiles viewport={viewport} size={size} source={tiles} />}
            <MapCanvas viewport={viewport} size={size} land={tiles ? undefined : land} track={track} />
            <MapMarkers
              clusters={clusters}
              viewport={viewport}
              size={size}
              selectedId={selectedId}
              onSelect={onSelect}
              onMove={onMove}
              clusterMark={clusterMark}
              onOpen={open}
            />
            <ScaleBar {...scaleBar(viewport, 110)} />
          </>
        )}
        {tiles && tiles.attribution !== '' && <p className="map-credit">{tiles.attribution}</p>}
      </div>
      <p id={helpId} hidden>
        {t`Arrow keys move the map, plus and minus zoom, zero shows everything.`}
      </p>
      {together && !asList && (
        <div className="map-together">
          <MapList label={t`At this place`} markers={together.markers} onSelect={onSelect} />
        </div>
      )}
      {asList && <MapList label={label} markers={markers} onSelect={onSelect} withPlace />}
      <div className="map-tools">
        {!asList && (
          <>
            <IconButton label={t`Zoom in`} icon={IconPlus} onClick={() => change((now) => zoomed(now, 1))} />
            <IconButton label={t`Zoom out`} icon={IconMinus} onClick={() => change((now) => zoomed(now, -1))} />
            <IconButton label={t`Show everything`} icon={IconFocusCentered} onClick={fit} />
          </>
        )}
        <IconButton
          label={asList ? t`Show as a map` : t`Show as a list`}
          icon={asList ? IconMap2 : IconListDetails}
          onClick={() => setAsList(!asList)}
        />
      </div>
    </section>
  );
}

function ScaleBar({ label, px }: { label: string; px: number }) {
  return (
    <p className="map-scale num" style={{ width: px }}>
      {label}
    </p>
  );
}

/** About a metre is one place. */
const onePlaceDegrees = 1e-5;

function isOnePlace({ markers }: MapCluster): boolean {
  const [first, ...others] = markers;
  return others.every(
    ({ place }) =>
      first !== undefined &&
      Math.abs(place.latitude - first.place.latitude) < onePlaceDegrees &&
      Math.abs(place.longitude - first.place.longitude) < onePlaceDegrees,
  );
}
