import type { Plan, PlanLimits, PlanUse } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { i18n } from '../../../lib/language/i18n.ts';

const daysOfYear = 365;

/** A number of days as people write it: `30 days`, `1 year`, `10 years`. */
export function formatDays(days: number): string {
  return days % daysOfYear === 0
    ? plural({ years: days / daysOfYear }, { one: '# year', other: '# years' })
    : plural(days, { one: '# day', other: '# days' });
}

/** An interval in seconds: `0.5 s`. */
export const formatInterval = (ms: number): string => t`${{ seconds: ms / 1000 }}\u00a0s`;

/** An amount in the smallest unit of its currency (ISO 4217): `99 THB`, `4.50 EUR`. */
export function formatAmount(minor: number, currency: string): string {
  const code = currency.toUpperCase();
  const digits = new Intl.NumberFormat(i18n.locale, { style: 'currency', currency: code }).resolvedOptions();
  const amount = minor / 10 ** (digits.maximumFractionDigits ?? 2);
  const whole = Number.isInteger(amount);
  const text = new Intl.NumberFormat(i18n.locale, {
    minimumFractionDigits: whole ? 0 : digits.maximumFractionDigits,
    maximumFractionDigits: digits.maximumFractionDigits,
  }).format(amount);
  return `${text} ${code}`;
}

/** What a plan costs: `0 THB`, `99 THB a month`; undefined for one that is not sold. */
export function formatPrice({ priceMinor, currency }: Pick<Plan, 'priceMinor' | 'currency'>): string | undefined {
  if (priceMinor === null) return undefined;
  const amount = formatAmount(priceMinor, currency);
  return priceMinor === 0 ? amount : t`${amount} a month`;
}

/** The rows of the comparison, in the order of the page. */
export const limitRows = (): { label: string; of: (limits: PlanLimits) => string }[] => [
  { label: t`Devices`, of: ({ devices }) => count(devices) },
  { label: t`Fastest stored interval`, of: ({ storedIntervalMs }) => formatInterval(storedIntervalMs) },
  { label: t`Raw history`, of: ({ rawDays }) => (rawDays === null ? t`Forever` : formatDays(rawDays)) },
  { label: t`Averages`, of: ({ rollupDays }) => (rollupDays === null ? t`Forever` : formatDays(rollupDays)) },
  { label: t`Automations per device`, of: ({ automationsPerDevice }) => count(automationsPerDevice) },
  { label: t`People per shared device`, of: ({ peoplePerDevice }) => count(peoplePerDevice) },
];

const count = (limit: number | null): string => (limit === null ? t`No limit` : String(limit));

const warnAt = 0.8;

/** How near a limit is: from 80 % on it is worth a word, at 100 % something has to be done. */
export function nearness({ used, allowed, limit }: PlanUse): 'far' | 'near' | 'reached' {
  // History that has grown to its full length is what the plan gives, not a shortage.
  if (allowed === null || limit === 'rawDays' || limit === 'rollupDays') return 'far';
  if (used >= allowed) return 'reached';
  return used >= allowed * warnAt ? 'near' : 'far';
}

/** What a use is called. */
export function useName(limit: PlanUse['limit']): string {
  switch (limit) {
    case 'devices':
      return t`Devices`;
    case 'automationsPerDevice':
      return t`Automations on one device`;
    case 'peoplePerDevice':
      return t`People on one device`;
    case 'rawDays':
      return t`Raw history`;
    case 'rollupDays':
      return t`Averages`;
  }
}

/** What to do about a limit that is reached. */
export function wayOut(limit: PlanUse['limit']): string | undefined {
  switch (limit) {
    case 'devices':
      return t`You cannot add boards. Delete a device or choose a larger plan.`;
    case 'automationsPerDevice':
      return t`You cannot add automations to that device. Delete one or choose a larger plan.`;
    case 'peoplePerDevice':
      return t`You cannot invite anyone else to that device. Remove someone or choose a larger plan.`;
    default:
      return undefined;
  }
}
