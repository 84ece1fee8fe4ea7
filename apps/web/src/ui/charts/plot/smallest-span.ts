/** Less than this is noise of the sensor, by unit. */
const byUnit: Readonly<Record<string, number>> = {
  '°C': 2,
  K: 2,
  '°F': 4,
  '%': 5,
  hPa: 4,
  kPa: 0.4,
  V: 0.2,
  dBm: 10,
  ppm: 50,
  lx: 50,
};

/** The least that a value axis spans, so that noise stays small: by the unit, and five of the last digit that is shown. */
export function smallestSpan({ unit, decimals }: { unit: string; decimals: number | null }): number {
  return Math.max(byUnit[unit] ?? 0, decimals === null ? 0 : 5 * 10 ** -decimals);
}

/** Lowest and highest as far apart as `smallest` at least; what is never negative stays so. */
export function widened({ min, max }: { min: number; max: number }, smallest: number) {
  if (max - min >= smallest) return { min, max };
  const middle = (min + max) / 2;
  const low = min >= 0 ? Math.max(0, middle - smallest / 2) : middle - smallest / 2;
  return { min: low, max: low + smallest };
}
