import type { Plan, PlanLimits, PlanUse } from '@cyno/contract';

const daysOfYear = 365;

/** A number of days as people write it: `30 days`, `1 year`, `10 years`. */
export function formatDays(days: number): string {
  if (days % daysOfYear !== 0) return days === 1 ? '1 day' : `${days} days`;
  const years = days / daysOfYear;
  return years === 1 ? '1 year' : `${years} years`;
}

/** An interval in seconds: `0.5 s`. */
export const formatInterval = (ms: number): string => `${ms / 1000}\u00a0s`;

/** An amount in the smallest unit of its currency (ISO 4217): `99 THB`, `4.50 EUR`. */
export function formatAmount(minor: number, currency: string): string {
  const code = currency.toUpperCase();
  const digits = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).resolvedOptions();
  const amount = minor / 10 ** (digits.maximumFractionDigits ?? 2);
  const whole = Number.isInteger(amount);
  const text = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: whole ? 0 : digits.maximumFractionDigits,
    maximumFractionDigits: digits.maximumFractionDigits,
  }).format(amount);
  return `${text} ${code}`;
}

/** What a plan costs: `0 THB`, `99 THB a month`; undefined for one that is not sold. */
export function formatPrice({ priceMinor, currency }: Pick<Plan, 'priceMinor' | 'currency'>): string | undefined {
  if (priceMinor === null) return undefined;
  const amount = formatAmount(priceMinor, currency);
  return priceMinor === 0 ? amount : `${amount} a month`;
}

/** The rows of the comparison, in the order of the page. */
export const limitRows: readonly { label: string; of: (limits: PlanLimits) => string }[] = [
  { label: 'Devices', of: ({ devices }) => count(devices) },
  { label: 'Fastest stored interval', of: ({ storedIntervalMs }) => formatInterval(storedIntervalMs) },
  { label: 'Raw history', of: ({ rawDays }) => (rawDays === null ? 'For ever' : formatDays(rawDays)) },
  { label: 'Roll-ups', of: ({ rollupDays }) => (rollupDays === null ? 'For ever' : formatDays(rollupDays)) },
  { label: 'Automations per device', of: ({ automationsPerDevice }) => count(automationsPerDevice) },
  { label: 'People per shared device', of: ({ peoplePerDevice }) => count(peoplePerDevice) },
];

const count = (limit: number | null): string => (limit === null ? 'No limit' : String(limit));

const warnAt = 0.8;

/** How near a limit is: from 80 % on it is worth a word, at 100 % something has to be done. */
export function nearness({ used, allowed, limit }: PlanUse): 'far' | 'near' | 'reached' {
  // History that has grown to its full length is what the plan gives, not a shortage.
  if (allowed === null || limit === 'rawDays' || limit === 'rollupDays') return 'far';
  if (used >= allowed) return 'reached';
  return used >= allowed * warnAt ? 'near' : 'far';
}

/** What a use is called, and in which unit it is counted. */
export const useNames: Record<PlanUse['limit'], { name: string; unit: '' | 'days' | 'years' }> = {
  devices: { name: 'Devices', unit: '' },
  automationsPerDevice: { name: 'Automations on one device', unit: '' },
  peoplePerDevice: { name: 'People on one device', unit: '' },
  rawDays: { name: 'Raw history', unit: 'days' },
  rollupDays: { name: 'Roll-ups', unit: 'years' },
};

/** What to do about a limit that is reached. */
export const wayOut: Partial<Record<PlanUse['limit'], string>> = {
  devices: 'New boards are refused. Delete a device or move to a larger plan.',
  automationsPerDevice: 'No more automations fit on that device. Delete one or move to a larger plan.',
  peoplePerDevice: 'Nobody else can be invited to that device. Remove somebody or move to a larger plan.',
};
