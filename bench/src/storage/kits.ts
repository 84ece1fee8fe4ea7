const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A message of a kit: its instant in ms since the epoch, and its values by slot; null: it has none there. */
export interface KitMessage {
  readonly at: number;
  readonly values: readonly (number | string | null)[];
}

export interface Kit {
  /** From 1, as devices are numbered. */
  readonly number: number;
  readonly kind: string;
  readonly intervalMs: number;
}

export const intervals = [1_000, 5_000, 60_000] as const;
/** Of 33 kits 9 send each second, 16 each five seconds and 8 each minute; every interval has all kinds. */
const intervalOrder = [1_000, 5_000, 5_000, 60_000] as const;

type Random = () => number;
type Sensor = (at: number, random: Random) => KitMessage['values'];

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const noise = (random: Random, width: number) => (random() + random() - 1) * width;
/** Between 0 and 1, the lowest at midnight. */
const dayCourse = (at: number) => (1 - Math.cos((2 * Math.PI * at) / dayMs)) / 2;
const warmth = (at: number, random: Random) => 24 + 9 * dayCourse(at) + noise(random, 0.3);
const dampness = (at: number, random: Random) => 85 - 30 * dayCourse(at) + noise(random, 1);
const soil = (at: number, random: Random) => Math.round(2_100 + 500 * dayCourse(at / 3) + noise(random, 12));

/** What boards measure, as their sensors and libraries write it. Each returns the sensor of one board. */
const kinds: Record<string, () => Sensor> = {
  climate: () => (at, random) => [
    round(warmth(at, random), 1),
    round(dampness(at, random), 1),
    round(warmth(at, random) + 2, 2),
    Math.round(-61 + noise(random, 4)),
  ],
  soil: () => (at, random) => [
    soil(at, random),
    soil(at + dayMs / 2, random),
    at % dayMs < hourMs / 2 ? 1 : 0,
    round(warmth(at, random), 2),
  ],
  light: () => (at, random) => [
    Math.round(60_000 * dayCourse(at) ** 2 * (1 - 0.3 * random())),
    round(11 * dayCourse(at) ** 2 + noise(random, 0.1) ** 2, 2),
    round(warmth(at, random), 1),
    round(dampness(at, random), 1),
  ],
  'single precision': () => (at, random) => [
    Math.fround(warmth(at, random)),
    Math.fround(1_011 + 3 * dayCourse(2 * at) + noise(random, 0.05)),
    Math.fround(dampness(at, random)),
    Math.fround(44 + noise(random, 0.4)),
  ],
  'dew point': () => (at, random) => {
    const [temp, humid] = [round(warmth(at, random), 2), round(dampness(at, random), 2)];
    const gamma = Math.log(humid / 100) + (17.62 * temp) / (243.12 + temp);
    return [temp, humid, (243.12 * gamma) / (17.62 - gamma), humid > 80 ? 1 : 0];
  },
  meter: () => {
    let [energy, pulses] = [4_812.391, 120_417];
    return (at, random) => {
      const current = 0.4 + 6 * dayCourse(at) * random();
      energy += current / 900;
      pulses += Math.floor(current);
      return [round(229 + noise(random, 2), 1), round(current, 3), round(energy, 3), pulses];
    };
  },
  machine: () => {
    let [state, parts] = ['idle', 0];
    return (_, random) => {
      if (random() < 0.002)
        state = ['idle', 'running', 'waiting for material', 'fault'][Math.floor(random() * 4)] ?? '';
      if (state === 'running' && random() < 0.2) parts += 1;
      const vibration = state === 'running' ? 2.4 + noise(random, 0.8) : noise(random, 0.03) + 0.05;
      return [state, state === 'running' ? 1 : 0, parts, round(vibration, 2)];
    };
  },
  'missing values': () => (at, random) => {
    const sometimes = (value: number) => (random() < 0.1 ? null : value);
    const battery = at % 600_000 < 60_000 ? round(3.7 + 0.4 * dayCourse(at), 2) : null;
    return [
      sometimes(round(warmth(at, random), 2)),
      sometimes(round(dampness(at, random), 1)),
      sometimes(soil(at, random)),
      battery,
    ];
  },
};

export function listKits(count: number): Kit[] {
  const names = Object.keys(kinds);
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    kind: names[index % names.length] ?? '',
    intervalMs: intervalOrder[Math.floor(index / names.length) % intervalOrder.length] ?? 60_000,
  }));
}

/** What a kit sends between two whole hours, an hour at a time; always the same. */
export function* hoursOf(kit: Kit, from: number, until: number): Generator<KitMessage[]> {
  const random = randomOf(kit.number);
  const sensor = kinds[kit.kind]?.();
  const jitterMs = 12;
  const phase = random() * (kit.intervalMs - jitterMs);
  for (let hour = from; hour < until; hour += hourMs) {
    const messages: KitMessage[] = [];
    for (let after = phase; after < hourMs; after += kit.intervalMs) {
      const at = hour + Math.floor(after + random() * jitterMs);
      const values = sensor?.(at, random) ?? [];
      // Some get lost on the way.
      if (kit.kind === 'missing values' && random() < 0.02) continue;
      messages.push({ at, values });
    }
    yield messages;
  }
}

/** Random numbers from 0 to 1 that are the same in each run (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
