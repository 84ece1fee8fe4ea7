import type { Place } from '../fields/place-fields.tsx';
import { graticule } from './graticule.ts';
import type { LandPiece } from './land.ts';
import { type MapSize, type MapViewport, toScreen, toWorld, worldSize } from './mercator.ts';

/** The colours of a map, of the page's theme. */
export type MapColours = { land: string; border: string; net: string; text: string; track: string; font: string };

/** Reads them where the map stands. */
export function coloursAt(element: Element): MapColours {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name);
  return {
    land: read('--n-4'),
    border: read('--n-7'),
    net: read('--axis'),
    text: read('--n-10'),
    track: read('--primary-text'),
    font: style.fontFamily,
  };
}

type Pen = { context: CanvasRenderingContext2D; viewport: MapViewport; size: MapSize; colours: MapColours };

/** Draws land and its borders; what lies outside is left out. */
export function drawLand({ context, viewport, size, colours }: Pen, land: readonly LandPiece[]): void {
  const scale = worldSize(viewport.zoom);
  const half = { x: size.width / 2 / scale, y: size.height / 2 / scale };
  context.beginPath();
  for (const copy of [-1, 0, 1]) {
    for (const { rings, west, east, north, south } of land) {
      if (west + copy > viewport.x + half.x || east + copy < viewport.x - half.x) continue;
      if (north > viewport.y + half.y || south < viewport.y - half.y) continue;
      for (const ring of rings)
        traceRing(context, ring, { x: viewport.x - half.x - copy, y: viewport.y - half.y }, scale);
    }
  }
  context.fillStyle = colours.land;
  context.fill('evenodd');
  context.strokeStyle = colours.border;
  context.lineWidth = 1;
  context.stroke();
}

/** Leaves out corners that fall on the pixel of the one before. */
function traceRing(
  context: CanvasRenderingContext2D,
  ring: Float64Array,
  corner: { x: number; y: number },
  scale: number,
): void {
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  for (let index = 0; index < ring.length; index += 2) {
    const x = ((ring[index] ?? 0) - corner.x) * scale;
    const y = ((ring[index + 1] ?? 0) - corner.y) * scale;
    if (index === 0) context.moveTo(x, y);
    else if (Math.abs(x - lastX) + Math.abs(y - lastY) < 1) continue;
    else context.lineTo(x, y);
    lastX = x;
    lastY = y;
  }
  context.closePath();
}

/** Draws the net of degrees with its figures at the upper and the left edge. */
export function drawGraticule({ context, viewport, size, colours }: Pen): void {
  const { meridians, parallels } = graticule(viewport, size);
  context.strokeStyle = colours.net;
  context.lineWidth = 1;
  context.setLineDash([2, 4]);
  context.beginPath();
  for (const { at } of meridians) {
    context.moveTo(Math.round(at) + 0.5, 0);
    context.lineTo(Math.round(at) + 0.5, size.height);
  }
  for (const { at } of parallels) {
    context.moveTo(0, Math.round(at) + 0.5);
    context.lineTo(size.width, Math.round(at) + 0.5);
  }
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colours.text;
  context.font = `11px ${colours.font}`;
  context.textBaseline = 'top';
  for (const { at, label } of meridians) if (at > 64 && at < size.width - 64) context.fillText(label, at + 4, 4);
  for (const { at, label } of parallels) if (at > 20 && at < size.height - 40) context.fillText(label, 4, at + 3);
}

/** Draws a way, oldest place first, with a dot at each place while they are few. */
export function drawTrack({ context, viewport, size, colours }: Pen, track: readonly Place[]): void {
  const points = track.map((place) => toScreen(toWorld(place), viewport, size));
  context.strokeStyle = colours.track;
  context.fillStyle = colours.track;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.beginPath();
  points.forEach(({ left, top }, index) => {
    const before = points[index - 1];
    // The shorter way round the earth may leave the map on one side and come back on the other.
    if (before === undefined || Math.abs(left - before.left) > worldSize(viewport.zoom) / 2) context.moveTo(left, top);
    else context.lineTo(left, top);
  });
  context.stroke();
  if (points.length > 60) return;
  for (const { left, top } of points) {
    context.beginPath();
    context.arc(left, top, 3, 0, 2 * Math.PI);
    context.fill();
  }
}

/** How many pixels a canvas has for 1 px of the page, which a kiosk enlarges. */
export const densityOf = (canvas: HTMLCanvasElement): number =>
  (window.devicePixelRatio || 1) * (canvas.currentCSSZoom || 1);
