import { clockSeconds } from '@cyno/device-protocol';
import { kits, seededRandom } from '@cyno/virtual-board';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const daySeconds = 86_400;
const hoursPerBatch = 16;

/** What the board measured at an instant, ms since the epoch. */
export interface PastPoint {
  readonly at: number;
  readonly values: Record<string, number>;
}

/**
 * What a virtual board with the climate kit would have measured in the week before `now`, a message a minute, in batches of about 1,000.
 * Days follow the clock of the zone, whose offset is looked up once an hour.
 */
export function* pastWeek({ now, zone, seed }: { now: number; zone: string; seed: number }): Generator<PastPoint[]> {
  const read = kits.climate.begin(seededRandom(seed));
  const thisHour = now - (now % hourMs);
  let batch: PastPoint[] = [];
  for (let hour = thisHour - 7 * 24 * hourMs; hour <= thisHour; hour += hourMs) {
    const start = clockSeconds(hour, zone);
    for (let at = hour; at < hour + hourMs && at < now - minuteMs; at += minuteMs) {
      const secondOfDay = (start + (at - hour) / 1000) % daySeconds;
      batch.push({ at, values: read({ secondOfDay, elapsedS: 60 }) });
    }
    if (batch.length < hoursPerBatch * 60) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
