import type { Config } from '../../../config.ts';

type Plan = Pick<Config['backup'], 'every' | 'at'>;

const dayMs = 86_400_000;

/** The newest planned instant that is not later than `now`, in the time zone of the server; undefined: none is planned. */
export function lastPlanned({ every, at }: Plan, now: number): number | undefined {
  if (every === 'off') return undefined;
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const planned = new Date(now);
  planned.setHours(hours, minutes, 0, 0);
  while (planned.getTime() > now || (every === 'week' && planned.getDay() !== 0))
    planned.setDate(planned.getDate() - 1);
  return planned.getTime();
}

/** The next planned instant after `now`. */
export function nextPlanned(plan: Plan, now: number): number | undefined {
  for (let day = 0; day <= 8; day++) {
    const planned = lastPlanned(plan, now + day * dayMs);
    if (planned !== undefined && planned > now) return planned;
  }
  return undefined;
}
