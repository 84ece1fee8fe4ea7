import { fromScreen, type MapSize, type MapViewport, toPlace, toScreen, toWorld, worldSize } from './mercator.ts';

/** A line of the net of degrees: where it stands, px from the left or the top, and what it is called. */
export type GraticuleLine = { at: number; label: string };

const leastSpacingPx = 110;
const steps = [1, 2, 5].flatMap((digit) => [-5, -4, -3, -2, -1, 0, 1].map((power) => digit * 10 ** power));

/** The lines of latitude and longitude that cross what is shown, at a round distance of degrees. */
export function graticule(
  viewport: MapViewport,
  size: MapSize,
): { meridians: GraticuleLine[]; parallels: GraticuleLine[] } {
  const pxPerDegree = worldSize(viewport.zoom) / 360;
  const step = steps.toSorted((a, b) => a - b).find((degrees) => degrees * pxPerDegree >= leastSpacingPx) ?? 90;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const halfWidth = size.width / 2 / pxPerDegree;
  const middle = viewport.x * 360 - 180;
  const meridians: GraticuleLine[] = [];
  for (let at = Math.ceil((middle - halfWidth) / step); at <= (middle + halfWidth) / step; at++) {
    const degrees = at * step;
    const displayed = ((((degrees + 180) % 360) + 360) % 360) - 180;
    meridians.push({
      at: size.width / 2 + (degrees - middle) * pxPerDegree,
      label: written(displayed, digits, displayed < 0 ? 'W' : 'E'),
    });
  }
  const north = toPlace(fromScreen({ left: 0, top: 0 }, viewport, size)).latitude;
  const south = toPlace(fromScreen({ left: 0, top: size.height }, viewport, size)).latitude;
  const parallels: GraticuleLine[] = [];
  for (let at = Math.ceil(south / step); at <= north / step; at++) {
    const latitude = at * step;
    if (Math.abs(latitude) > 85) continue;
    const { top } = toScreen({ x: viewport.x, y: toWorld({ latitude, longitude: 0 }).y }, viewport, size);
    parallels.push({ at: top, label: written(latitude, digits, latitude < 0 ? 'S' : 'N') });
  }
  return { meridians, parallels };
}

const written = (degrees: number, digits: number, side: string): string => {
  const text = Math.abs(degrees).toFixed(digits);
  return Number(text) === 0 ? '0°' : `${text}° ${side}`;
};
