import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import type { RuleDraft } from './rule-draft.ts';

/** Voltages at about a fifth of the charge, with a way back, of resting batteries of usual sizes: lithium cells of 3.7 V, and lead ones of 12 V. */
const byVolts = [
  { from: 2.8, to: 4.4, threshold: '3.7', release: '3.8' },
  { from: 6, to: 8.6, threshold: '7.4', release: '7.6' },
  { from: 10, to: 15, threshold: '11.8', release: '12.2' },
  { from: 20, to: 30, threshold: '23.6', release: '24.4' },
];
const byPercent = { threshold: '20', release: '25' };
const isBattery = /(^|[^a-z])(v?bat|batt|battery|vbatt|akku|soc)([^a-z]|$)/i;

/** A rule that reports a low battery, where a variable is one by its name and its unit; null: none is. */
export function lowBatteryOf(
  devices: readonly Pick<Device, 'variables'>[],
): { label: string; draft: Partial<RuleDraft> } | null {
  for (const { variables } of devices) {
    for (const { key, label, unit, value } of variables) {
      const limits = typeof value === 'number' ? limitsOf(value, unit) : undefined;
      if (!limits || !(isBattery.test(key.replaceAll('_', ' ')) || isBattery.test(label))) continue;
      return {
        label: t`${label} below ${{ limit: limits.threshold }} ${unit}`,
        draft: {
          name: t`Low battery`,
          severity: 'warning',
          kind: 'limit',
          key,
          comparison: '<',
          limits: { threshold: limits.threshold, release: limits.release },
          // Wi-Fi and motors draw the voltage down for a moment.
          hold: { amount: '10', unit: 'minutes' },
        },
      };
    }
  }
  return null;
}

function limitsOf(value: number, unit: string) {
  if (unit === '%') return byPercent;
  return unit === 'V' ? byVolts.find(({ from, to }) => value >= from && value <= to) : undefined;
}
