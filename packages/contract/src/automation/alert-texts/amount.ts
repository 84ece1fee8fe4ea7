/** At most three decimals; a number that they would make 0 with an exponent, such as `4.12e-4`. */
export function formatNumber(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 0.0005;
  return isSmall ? value.toExponential(2).replace(/\.?0+e/, 'e') : String(Math.round(value * 1_000) / 1_000);
}

/** `34 °C`, with the digits of `formatNumber`. */
export const amount = (value: number, unit: string): string => `${formatNumber(value)} ${unit}`.trimEnd();

/** A span of time in the largest unit that is whole. */
export function wholeDuration(seconds: number): { unit: 'hour' | 'minute' | 'second'; count: number } {
  const units = [
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [unit, size] =
    units.find(([, length]) => seconds >= length && seconds % length === 0) ?? (['second', 1] as const);
  return { unit, count: seconds / size };
}

/** A span of time that was measured, roughly, in seconds: whole minutes from 90 s on, whole hours from 90 minutes on. */
export function roughSeconds(ms: number): number {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 90) return seconds;
  return seconds < 5_400 ? Math.round(seconds / 60) * 60 : Math.round(seconds / 3_600) * 3_600;
}

/** A second of the day on the clock: `07:00`, or with its seconds when there are any. */
export function clockTime(secondOfDay: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const minutes = `${two(secondOfDay / 3_600)}:${two((secondOfDay / 60) % 60)}`;
  return secondOfDay % 60 === 0 ? minutes : `${minutes}:${two(secondOfDay % 60)}`;
}
