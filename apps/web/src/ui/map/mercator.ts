import { t } from '@lingui/core/macro';
import type { Place } from '../fields/place-fields.tsx';

/** A point of the map of the whole earth in Web Mercator: 0…1 from west to east and from north to south. */
export type WorldPoint = { x: number; y: number };
/** What a map shows: the point in its middle, and how near; one level more is twice as large. */
export type MapViewport = WorldPoint & { zoom: number };
/** The map's own size, px. */
export type MapSize = { width: number; height: number };

const minZoom = 1;
export const maxZoom = 19;
const tileSize = 256;
const equatorMetres = 40_075_016.686;
/** Where Web Mercator ends: https://epsg.io/3857 */
const maxLatitude = 85.0511;
const radians = Math.PI / 180;

/** The width of the whole earth at a zoom, px. */
export const worldSize = (zoom: number): number => tileSize * 2 ** zoom;

export function toWorld({ latitude, longitude }: Place): WorldPoint {
  const bounded = Math.max(-maxLatitude, Math.min(maxLatitude, latitude)) * radians;
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / (2 * Math.PI),
  };
}

export function toPlace({ x, y }: WorldPoint): Place {
  const latitude = (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / radians;
  return { latitude, longitude: wrap(x) * 360 - 180 };
}

/** Into 0…1: the earth goes round. */
const wrap = (x: number): number => x - Math.floor(x);

/** Where a point of the earth stands on the map, px from its left upper corner; the copy of the earth that is next to its middle. */
export function toScreen(point: WorldPoint, viewport: MapViewport, size: MapSize): { left: number; top: number } {
  const scale = worldSize(viewport.zoom);
  const dx = wrap(point.x - viewport.x + 0.5) - 0.5;
  return { left: size.width / 2 + dx * scale, top: size.height / 2 + (point.y - viewport.y) * scale };
}

export function fromScreen(
  { left, top }: { left: number; top: number },
  viewport: MapViewport,
  size: MapSize,
): WorldPoint {
  const scale = worldSize(viewport.zoom);
  return { x: wrap(viewport.x + (left - size.width / 2) / scale), y: viewport.y + (top - size.height / 2) / scale };
}

/** The same viewport within the bounds of zoom and earth. */
function bounded({ x, y, zoom }: MapViewport): MapViewport {
  return { x: wrap(x), y: Math.max(0, Math.min(1, y)), zoom: Math.max(minZoom, Math.min(maxZoom, zoom)) };
}

/** Moves what is shown by so many px. */
export function moved(viewport: MapViewport, dx: number, dy: number): MapViewport {
  const scale = worldSize(viewport.zoom);
  return bounded({ ...viewport, x: viewport.x - dx / scale, y: viewport.y - dy / scale });
}

/** Zooms by levels while the point under `at` (px from the middle) stays where it is. */
export function zoomed(viewport: MapViewport, levels: number, at = { dx: 0, dy: 0 }): MapViewport {
  const { zoom } = bounded({ ...viewport, zoom: viewport.zoom + levels });
  const change = 1 / worldSize(viewport.zoom) - 1 / worldSize(zoom);
  return bounded({ x: viewport.x + at.dx * change, y: viewport.y + at.dy * change, zoom });
}

const wholeEarth: MapViewport = { x: 0.5, y: 0.45, zoom: minZoom };
/** One place alone is shown with its surroundings. */
const closestFit = 16;
const margin = 56;

/** The viewport that shows all these places, also across the date line; without any the whole earth. */
export function fitting(places: readonly Place[], { width, height }: MapSize): MapViewport {
  const [first, ...others] = places.map(toWorld);
  if (first === undefined) return wholeEarth;
  const box = { west: 0, east: 0, north: first.y, south: first.y };
  for (const { x, y } of others) {
    const dx = wrap(x - first.x + 0.5) - 0.5;
    box.west = Math.min(box.west, dx);
    box.east = Math.max(box.east, dx);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
  }
  const across = (box.east - box.west) / Math.max(1, width - 2 * margin);
  const down = (box.south - box.north) / Math.max(1, height - 2 * margin);
  const zoom = Math.min(closestFit, Math.log2(1 / (Math.max(across, down, 1e-12) * tileSize)));
  return bounded({ x: first.x + (box.west + box.east) / 2, y: (box.north + box.south) / 2, zoom });
}

/** A round distance that takes at most `maxPx` on the map, as text, and its length there. */
export function scaleBar(viewport: MapViewport, maxPx: number): { label: string; px: number } {
  const { latitude } = toPlace(viewport);
  const metresPerPx = (equatorMetres * Math.cos(latitude * radians)) / worldSize(viewport.zoom);
  const max = metresPerPx * maxPx;
  const power = 10 ** Math.floor(Math.log10(max));
  const metres = ([5, 2, 1].find((digit) => digit * power <= max) ?? 1) * power;
  const label =
    metres >= 1000 ? t`${{ kilometres: metres / 1000 }} km` : t`${{ metres: Number(metres.toPrecision(1)) }} m`;
  return { label, px: metres / metresPerPx };
}
