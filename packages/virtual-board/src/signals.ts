/** A number from 0 up to 1, as `Math.random`. */
export type Random = () => number;

/** A repeatable source of random numbers (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number from the normal distribution with mean 0 and deviation 1 (Box and Muller, 1958). */
const gaussian = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * Noise that wanders around 0 with the deviation `spread` and forgets where it was within about `memoryS` seconds
 * (Ornstein–Uhlenbeck process, sampled exactly). The response takes the seconds since the last call.
 */
export function wander(random: Random, spread: number, memoryS: number): (elapsedS: number) => number {
  let value = gaussian(random) * spread;
  return (elapsedS) => {
    const decay = Math.exp(-elapsedS / memoryS);
    value = value * decay + gaussian(random) * spread * Math.sqrt(1 - decay * decay);
    return value;
  };
}

/** A wave with one turn a day: 1 at `peakHour`, -1 twelve hours later. */
export const dayWave = (secondOfDay: number, peakHour: number): number =>
  Math.cos((2 * Math.PI * (secondOfDay / 3600 - peakHour)) / 24);

/** The height of the sun: 0 at night, 1 at noon, rising at 6 and setting at 18. */
export const daylight = (secondOfDay: number): number =>
  Math.max(0, Math.sin((Math.PI * (secondOfDay / 3600 - 6)) / 12));

/** How much an hour of the day counts, from 0 to 1, with soft edges of half an hour. */
export function during(secondOfDay: number, fromHour: number, toHour: number): number {
  const hour = secondOfDay / 3600;
  const edge = (x: number) => 1 / (1 + Math.exp(-x * 8));
  return edge(hour - fromHour) * edge(toHour - hour);
}

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Rounds to the resolution of a sensor, such as 0.1. */
export const resolution = (value: number, step: number): number => Math.round(value / step) * step;
